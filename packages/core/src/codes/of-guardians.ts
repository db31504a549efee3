import type { CodeNote } from './code-note.ts';

/** What a guardian and those who ask it say. */
export const GUARDIAN_CODES: Readonly<Record<string, CodeNote>> = {
  guardian_timeout: {
    from: 'aos',
    cause: 'The guardian did not answer in time, so `onFailure` decided.',
    remedy: 'Look at the load of the guardian, or raise `timeoutMs`.',
  },
  guardian_unreachable: {
    from: 'aos',
    cause: 'The guardian could not be reached, so `onFailure` decided.',
    remedy: 'Check its address and that it runs; `interpose doctor` tries it.',
  },
  guardian_status: {
    from: 'aos',
    cause: 'The guardian answered with an HTTP status that is no decision.',
    remedy: 'Look at the log of the guardian and of what stands before it.',
  },
  guardian_answer_invalid: {
    from: 'aos',
    cause: 'The answer of the guardian is no valid decision.',
    remedy: 'Bring guardian and client to versions that speak the same protocol.',
  },
  guardian_answer_too_large: {
    from: 'aos',
    cause: 'The answer of the guardian is larger than `maxAnswerBytes`.',
    remedy: 'Let policies answer with less, or raise `maxAnswerBytes`.',
  },
  guardian_error: {
    from: 'aos',
    cause: 'The guardian answered with an error.',
    remedy: 'Look at the log of the guardian; the record holds its code.',
  },
  guardian_circuit_open: {
    from: 'aos',
    cause: 'The guardian failed so often that it is left alone for a while.',
    remedy: 'Repair the guardian; asking begins again by itself.',
  },
  guardian_pending_timeout: {
    from: 'aos',
    cause: 'A deferred decision of the guardian did not come in time.',
    remedy: 'Raise `pendingTimeoutMs`, or answer faster.',
  },
  guardian_request_too_large: {
    from: 'aos',
    cause: 'The step is larger than what may be sent to the guardian.',
    remedy: 'Send less: redact or cut large results before the guardian is asked.',
  },
  guardian_request_unsendable: {
    from: 'aos',
    cause: 'The step cannot be written as JSON.',
    remedy: 'Use plain data in arguments and results.',
  },
  guardian_method_unsupported: {
    from: 'aos',
    cause: 'The guardian does not know the method of this event.',
    remedy: 'Bring the guardian to a version that knows it, or do not send the event.',
  },
  invalid_modification: {
    from: 'aos',
    cause: 'A guardian changed a message into one that is not valid, or renamed the tool.',
    remedy: 'Repair the policy of the guardian; change only what the event lets be changed.',
  },
  answer_unsendable: {
    from: 'aos',
    cause: 'A decision of the guardian cannot be written as JSON.',
    remedy: 'Let policies return plain data.',
  },
  call_unknown: {
    from: 'aos',
    cause: 'The guardian is asked about the result of a call that it was not asked about.',
    remedy: 'Send both the request and the result of a call to one guardian, or share its store.',
  },
  inventory_unknown: {
    from: 'aos',
    cause: 'Nothing is known of the parts of this agent yet.',
    remedy: 'Call `watchInventory(hooks)` before it runs, and `inventory` after its first run.',
  },
  malformed_input: {
    from: 'aos/hook',
    cause: 'The hook process got input that is no message, so `--on-failure` decided.',
    remedy: 'Send one JSON-RPC message on standard input.',
  },
  port_unavailable: {
    from: 'guardian',
    cause: 'The port is taken or not allowed.',
    remedy: 'Choose another `--port`.',
  },
  config_invalid: {
    from: 'guardian',
    cause: 'Settings of the guardian are missing or wrong.',
    remedy: 'Mend the variables or the file that the message names; it lists all of them.',
  },
  folder_in_use: {
    from: 'guardian',
    cause: 'Another guardian uses the folder of data.',
    remedy: 'End it, or name another folder with `INTERPOSE_FOLDER`.',
  },
  policies_failing: {
    from: 'guardian',
    cause: 'A hook of a new version of the policies fails on decisions that were made before.',
    remedy: 'Repair the hook; the version that served goes on until then.',
  },
  audit_broken: {
    from: 'guardian',
    cause:
      'A record of the audit was changed, dropped, inserted or moved; the message names the first one.',
    remedy:
      'Compare with an earlier export or an anchor, and find out who could write to the database.',
  },
  export_invalid: {
    from: 'guardian',
    cause: 'A line of a file is no line of an export of the audit.',
    remedy: 'Export again with `GET /api/audit/export?format=jsonl`.',
  },
  internal: {
    from: 'guardian',
    cause: 'The guardian failed at a request of its own interface.',
    remedy: 'Try again; the log of the guardian says more.',
  },
  spool_in_use: {
    from: 'aos/report',
    cause: 'Another process, or another `report` of this one, holds the spool file.',
    remedy: 'Give every process a spool of its own.',
  },
  migration_failed: {
    from: 'guardian',
    cause: 'The tables of the database cannot be brought up to date.',
    remedy: 'Give the user of the database the right to create tables.',
  },
  not_started: {
    from: 'guardian',
    cause: 'The guardian is still starting.',
    remedy: 'Ask again in a moment.',
  },
  spool_full: {
    from: 'guardian',
    cause:
      'The database is away and the room for what waits for it is used up, so steps are denied.',
    remedy: 'Bring the database back, or raise `INTERPOSE_SPOOL_BYTES`.',
  },
  guardian_refused: {
    from: 'guardian',
    cause: 'A running guardian refused what a command asked it for.',
    remedy: 'Read the message; check the token and its role.',
  },
  worker_stopped: {
    from: 'guardian',
    cause: 'A policy held its worker for too long or ended it, so what it was deciding is denied.',
    remedy: 'Repair the policy that the log points at, or raise `INTERPOSE_DECISION_MS`.',
  },
  stopped: {
    from: 'guardian',
    cause: 'A switch of the guardian stops this agent, tool, session or tenant.',
    remedy: 'Turn the switch off on the page Agents of the console when the danger is over.',
  },
};
