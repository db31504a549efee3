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
    remedy: 'Allow the scheme, if it is meant.',
  },
  egress_credentials: {
    from: 'guardEgress',
    cause: 'The address carries a user name or a password.',
    remedy: 'Take the credentials out of the address.',
  },
  egress_port: {
    from: 'guardEgress',
    cause: 'The port of the address is not allowed.',
    remedy: 'Allow the port, if it is meant.',
  },
  egress_host: {
    from: 'guardEgress',
    cause: 'The host is not on the list of hosts.',
    remedy: 'Add the host to `hosts`, if it is meant.',
  },
  egress_private: {
    from: 'guardEgress',
    cause: 'The address is, or resolves to, one of a private network.',
    remedy: 'Allow that network, if it is meant.',
  },
  egress_unresolved: {
    from: 'guardEgress',
    cause: 'The host could not be resolved, so where it leads is unknown.',
    remedy: 'Check the name and the resolver.',
  },
  egress_unreadable: {
    from: 'guardEgress',
    cause: 'A value that should be an address cannot be read as one.',
    remedy: 'Pass a whole URL.',
  },
  egress_link: {
    from: 'guardEgress',
    cause: 'The answer of the agent holds a link to a host that is not allowed.',
    remedy: 'Add the host, if it is meant; else look where the link came from.',
  },
  shell_denied: {
    from: 'guardShell',
    cause: 'A command of the script is on the list of denied commands.',
    remedy: 'Use another command, or allow it, if it is meant.',
  },
  shell_not_allowed: {
    from: 'guardShell',
    cause: 'A command of the script is not on the list of allowed commands.',
    remedy: 'Add the command, if it is meant.',
  },
  shell_write: {
    from: 'guardShell',
    cause: 'The script writes to a place that is not allowed.',
    remedy: 'Allow the folder, if it is meant.',
  },
  shell_environment: {
    from: 'guardShell',
    cause: 'The script sets a variable that changes how commands run.',
    remedy: 'Drop the assignment, or allow the variable.',
  },
  shell_dynamic: {
    from: 'guardShell',
    cause: 'What the script runs is known only when it runs.',
    remedy: 'Write the command out, without substitution.',
  },
  shell_unreadable: {
    from: 'guardShell',
    cause: 'The script cannot be parsed, so it was denied.',
    remedy: 'Write simpler shell.',
  },
  sql_statement: {
    from: 'guardSql',
    cause: 'The kind of statement is not allowed.',
    remedy: 'Allow it, if it is meant; reading alone is the default.',
  },
  sql_multiple: {
    from: 'guardSql',
    cause: 'The text holds several statements.',
    remedy: 'Send one statement per call.',
  },
  sql_table: {
    from: 'guardSql',
    cause: 'The statement touches a table that is not allowed.',
    remedy: 'Add the table, if it is meant.',
  },
  sql_column: {
    from: 'guardSql',
    cause: 'The statement touches a column that is not allowed.',
    remedy: 'Name allowed columns; `*` counts as all.',
  },
  sql_function: {
    from: 'guardSql',
    cause: 'The statement calls a function that is not allowed.',
    remedy: 'Add the function, if it is meant.',
  },
  sql_unfiltered: {
    from: 'guardSql',
    cause: 'The statement lacks the condition that every statement on this table needs.',
    remedy: 'Add the condition, such as the tenant.',
  },
  sql_limit: {
    from: 'guardSql',
    cause: 'The statement has no limit, or one that is too high.',
    remedy: 'Add a lower LIMIT.',
  },
  sql_unreadable: {
    from: 'guardSql',
    cause: 'The statement cannot be parsed in this dialect, so it was denied.',
    remedy: 'Check the dialect of the policy and the statement.',
  },
  too_complex: {
    from: 'guardSql',
    cause: 'The statement is too large or too deep to be judged.',
    remedy: 'Write a smaller statement.',
  },
  parser_missing: {
    from: 'guardSql',
    cause: 'The parser for this dialect is not installed.',
    remedy: 'Install the package that the message names.',
  },
  taint_forgotten: {
    from: 'trackTaint',
    cause:
      'The session has read more text than it remembers, and the argument is not known to be trusted.',
    remedy:
      'Begin a new session, raise `maxCharacters`, or label the tools whose results are `trusted` or `ignored`.',
  },
  tainted_argument: {
    from: 'trackTaint',
    cause: 'An argument comes from a source that outsiders can write to.',
    remedy: 'Nothing, if this was an attack; else mark the source as trusted or the tool as safe.',
  },
  not_requested: {
    from: 'trackTaint',
    cause: 'The call does something that the user did not ask for, after untrusted text was read.',
    remedy: 'Nothing, if this was an attack; else let a person confirm it.',
  },
  too_deep: {
    from: 'redaction',
    cause: 'A value is nested too deep to be searched.',
    remedy: 'Pass flatter data.',
  },
};
