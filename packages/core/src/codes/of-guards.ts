import type { CodeNote } from './code-note.ts';

/** What the policies say that look into calls. */
export const GUARD_CODES: Readonly<Record<string, CodeNote>> = {
  arguments_invalid: {
    from: 'checkArguments',
    cause:
      'The arguments of a call do not fit the schema of its tool; of a command line, its options.',
    remedy: 'Read the reason, which names the argument; a command shows its options with `--help`.',
  },
  arguments_unchecked: {
    from: 'checkArguments',
    cause: 'The arguments could not be checked, so the call was denied.',
    remedy: 'Repair the check; the record says why it failed.',
  },
  arguments_unlisted: {
    from: 'checkArguments',
    cause: 'Nothing is known about the arguments of this tool, and `others` is `deny`.',
    remedy: "Add a schema for the tool, or set `others: 'allow'`.",
  },
  egress_scheme: {
    from: 'guardEgress',
    cause: 'The address is not HTTPS or another allowed scheme.',
    remedy: 'Use HTTPS, or add the scheme to `schemes`.',
  },
  egress_credentials: {
    from: 'guardEgress',
    cause: 'The address carries a user name or a password.',
    remedy: "Take the credentials out of the address, or set `credentials: 'allow'`.",
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
    cause: 'The address is, or resolves to, one of a private network.',
    remedy: 'Add the host or the range to `allowPrivate` if the agent may reach it.',
  },
  egress_unresolved: {
    from: 'guardEgress',
    cause: 'The host could not be resolved, so where it leads is unknown.',
    remedy: 'Check the name and the DNS server; where there is no `node:dns`, pass `resolve`.',
  },
  egress_unreadable: {
    from: 'guardEgress',
    cause: 'A value that should be an address cannot be read as one.',
    remedy: 'Pass a whole URL, in arguments nested at most 64 levels deep.',
  },
  egress_link: {
    from: 'guardEgress',
    cause: 'The answer of the agent holds a link to a host that is not allowed.',
    remedy: 'Add the host to `allow`; if you do not know it, look which result the link came from.',
  },
  shell_denied: {
    from: 'guardShell',
    cause: 'A command of the script is in `deny` or on the list of destructive commands.',
    remedy: "Use another command; `destructive: 'allow'` lifts the list.",
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
    remedy: 'Drop the assignment, or add the variable to `environment`.',
  },
  shell_dynamic: {
    from: 'guardShell',
    cause: 'What the script runs is known only when it runs.',
    remedy:
      'Write the program and its files out, without variables, and pipe nothing into a shell.',
  },
  shell_unreadable: {
    from: 'guardShell',
    cause: 'The script is missing or is no Bash that can be parsed.',
    remedy: 'Check that `argument` names the argument with the script; write simpler Bash.',
  },
  sql_statement: {
    from: 'guardSql',
    cause: 'The kind of statement is not allowed.',
    remedy: 'Add the kind to `statements`; without that option only `select` may run.',
  },
  sql_multiple: {
    from: 'guardSql',
    cause: 'The text holds several statements.',
    remedy: 'Send one statement per call.',
  },
  sql_table: {
    from: 'guardSql',
    cause: 'The statement touches a table that is not allowed.',
    remedy: 'Add the table to `tables.allow`, or take it from `tables.deny`.',
  },
  sql_column: {
    from: 'guardSql',
    cause: 'The statement touches a column that is not allowed.',
    remedy: 'Name the columns of `columns.allow`; `*` counts as all columns.',
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
    cause: 'The query has no literal limit, or one above `maxRows`.',
    remedy: 'Add a `LIMIT` of at most `maxRows`.',
  },
  sql_unreadable: {
    from: 'guardSql',
    cause: 'The statement cannot be parsed in this dialect, so it was denied.',
    remedy: 'Check `dialect` and `argument`; pass values as parameters, not with backslashes.',
  },
  too_complex: {
    from: 'policies',
    cause: 'Reading a text or value would hold up the process too long, so the step was denied.',
    remedy: 'Pass less at once; the page of the policy says from what size on.',
  },
  parser_missing: {
    from: 'guardSql',
    cause: 'The parser for this dialect is not installed.',
    remedy: 'Install `libpg-query` for `postgresql`, `node-sql-parser` for the other dialects.',
  },
  taint_forgotten: {
    from: 'trackTaint',
    cause: 'The session read more than it remembers, and the argument is not known to be trusted.',
    remedy: 'Begin a new session, raise `maxCharacters`, or label what tools read.',
  },
  tainted_argument: {
    from: 'trackTaint',
    cause: 'An argument comes from a source that outsiders can write to.',
    remedy:
      "Nothing, if this was an attack; else say in the rule of the tool that was read that it is `reads: 'trusted'`, or set `onTainted: 'ask'`.",
  },
  not_requested: {
    from: 'trackTaint',
    cause: 'The call does something that the user did not ask for, after untrusted text was read.',
    remedy:
      "Nothing, if this was an attack; else give the tool an `asksFor`, or set `onUnrequested: 'ask'`.",
  },
  too_deep: {
    from: 'redaction',
    cause: 'A value is nested too deep to be searched.',
    remedy: 'Pass flatter data.',
  },
};
