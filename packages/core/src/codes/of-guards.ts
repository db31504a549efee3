import type { CodeNote } from './code-note.ts';

/** The codes of policies that check the contents of calls. */
export const GUARD_CODES: Readonly<Record<string, CodeNote>> = {
  arguments_invalid: {
    from: 'checkArguments',
    cause:
      'The arguments of the tool call do not match its schema, or a command was given wrong options.',
    remedy: 'Read the reason, which names the argument; a command shows its options with `--help`.',
  },
  arguments_unchecked: {
    from: 'checkArguments',
    cause: 'The arguments could not be checked, so the call was denied.',
    remedy: 'Repair the check; the record says why it failed.',
  },
  arguments_unlisted: {
    from: 'checkArguments',
    cause: 'You gave no schema for this tool, and `others` is `deny`.',
    remedy: "Add a schema for the tool, or set `others: 'allow'`.",
  },
  egress_scheme: {
    from: 'guardEgress',
    cause: 'The address is not HTTPS or another allowed scheme.',
    remedy: 'Use HTTPS, or add the scheme to `schemes`.',
  },
  egress_credentials: {
    from: 'guardEgress',
    cause: 'The address contains a user name or a password.',
    remedy: "Remove them from the address, or set `credentials: 'allow'`.",
  },
  egress_port: {
    from: 'guardEgress',
    cause: 'The port of the address is not allowed.',
    remedy: 'Use the port of the scheme, or add the port to `ports`.',
  },
  egress_host: {
    from: 'guardEgress',
    cause: 'The host is not in `allow`, or is in `deny`.',
    remedy: 'Add the host to `allow` if the agent may reach it.',
  },
  egress_private: {
    from: 'guardEgress',
    cause: 'The address lies in a private network, or its name leads there.',
    remedy: 'Add the host or the range to `allowPrivate` if the agent may reach it.',
  },
  egress_unresolved: {
    from: 'guardEgress',
    cause: 'The host name could not be resolved, so nobody can tell where it leads.',
    remedy: 'Check the name and the DNS server; pass `resolve` in a runtime without `node:dns`.',
  },
  egress_unreadable: {
    from: 'guardEgress',
    cause: 'A value that should be an address cannot be read as one.',
    remedy: 'Pass a whole URL, in arguments nested at most 64 levels deep.',
  },
  egress_link: {
    from: 'guardEgress',
    cause: 'The answer contains a link to a host that is not allowed.',
    remedy: 'Add the host to `allow`, or find the result that the link came from.',
  },
  shell_denied: {
    from: 'guardShell',
    cause:
      'The script contains a command that is in `deny` or on the list of destructive commands.',
    remedy: "Use another command, or set `destructive: 'allow'` to switch the list off.",
  },
  shell_not_allowed: {
    from: 'guardShell',
    cause: 'A command of the script is not in `allow`.',
    remedy: 'Add it to `allow`, with its first arguments: `git log`.',
  },
  shell_write: {
    from: 'guardShell',
    cause: 'The script writes to a place that is not allowed.',
    remedy: 'Write below one of the folders of `writeTo`, or add the folder there.',
  },
  shell_environment: {
    from: 'guardShell',
    cause: 'The script sets a variable that changes how commands run.',
    remedy: 'Remove the assignment, or add the variable to `environment`.',
  },
  shell_dynamic: {
    from: 'guardShell',
    cause: 'What the script does cannot be known before it runs.',
    remedy: 'Write programs and files out without variables, and pipe nothing into a shell.',
  },
  shell_unreadable: {
    from: 'guardShell',
    cause: 'The script is missing, or it is not Bash that the policy can parse.',
    remedy: 'Check that `argument` names the argument with the script; write simpler Bash.',
  },
  sql_statement: {
    from: 'guardSql',
    cause: 'This kind of statement is not allowed.',
    remedy: 'Add the kind to `statements`; without that option only `select` may run.',
  },
  sql_multiple: {
    from: 'guardSql',
    cause: 'The text contains several statements.',
    remedy: 'Send one statement per call.',
  },
  sql_table: {
    from: 'guardSql',
    cause: 'The statement touches a table that is not allowed.',
    remedy: 'Add the table to `tables.allow`, or remove it from `tables.deny`.',
  },
  sql_column: {
    from: 'guardSql',
    cause: 'The statement touches a column that is not allowed.',
    remedy:
      'Add the column to `columns.allow`, and select columns by name: `*` counts as all of them.',
  },
  sql_function: {
    from: 'guardSql',
    cause: 'The statement calls a function that is not allowed.',
    remedy: 'Add the function to `functions.allow`, which replaces the built-in list.',
  },
  sql_unfiltered: {
    from: 'guardSql',
    cause: 'An `update` or `delete` has no condition, so it would touch every row.',
    remedy: "Add a `WHERE`, or set `unfiltered: 'allow'`.",
  },
  sql_limit: {
    from: 'guardSql',
    cause: 'The query has no `LIMIT`, or one above `maxRows`.',
    remedy: 'Add a `LIMIT` of at most `maxRows`, as a number.',
  },
  sql_unreadable: {
    from: 'guardSql',
    cause: 'The statement cannot be parsed in this dialect, so it was denied.',
    remedy: 'Check `dialect` and `argument`; pass values as parameters, not with backslashes.',
  },
  too_complex: {
    from: 'policies',
    cause: 'Checking this text or value would block the process too long, so the step was denied.',
    remedy: 'Pass less at once; the page of the policy gives the limit.',
  },
  parser_missing: {
    from: 'guardSql',
    cause: 'The parser for this dialect is not installed.',
    remedy: 'Install `libpg-query` for `postgresql`, `node-sql-parser` for the other dialects.',
  },
  taint_forgotten: {
    from: 'trackTaint',
    cause:
      'The session read more untrusted text than it can remember, or its store lost some, so this argument may contain it.',
    remedy: 'Start a new session, raise `maxCharacters`, or mark the tools you trust.',
  },
  tainted_argument: {
    from: 'trackTaint',
    cause: 'An argument contains text from a source that strangers can write to.',
    remedy:
      "If this was an attack, do nothing; otherwise mark the tool it came from with `reads: 'trusted'`, or set `onTainted: 'ask'`.",
  },
  not_requested: {
    from: 'trackTaint',
    cause: 'After the agent read untrusted text, it called a tool that the user did not ask for.',
    remedy:
      "If this was an attack, do nothing; otherwise give the tool an `asksFor`, or set `onUnrequested: 'ask'`.",
  },
  too_deep: {
    from: 'redaction',
    cause: 'A value is nested too deeply to be searched.',
    remedy: 'Pass flatter data.',
  },
};
