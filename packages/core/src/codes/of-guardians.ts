import type { CodeNote } from './code-note.ts';

/** The codes of guardians and of their clients. */
export const GUARDIAN_CODES: Readonly<Record<string, CodeNote>> = {
  guardian_timeout: {
    from: 'aos',
    cause: 'The guardian did not answer in time, so the option `onFailure` decided.',
    remedy: 'Check the load of the guardian, or raise `timeoutMs`.',
  },
  guardian_unreachable: {
    from: 'aos',
    cause: 'The guardian could not be reached, so the option `onFailure` decided.',
    remedy: 'Check its address and that it runs; `interpose doctor` tries both.',
  },
  guardian_status: {
    from: 'aos',
    cause: 'The guardian, or a proxy, answered with an HTTP status instead of a decision.',
    remedy: 'Look at the log of the guardian; check the token after 401 or 403.',
  },
  guardian_answer_invalid: {
    from: 'aos',
    cause: 'The answer of the guardian cannot be read as a decision.',
    remedy: 'Install versions of guardian and client that speak the same protocol.',
  },
  guardian_answer_too_large: {
    from: 'aos',
    cause: 'The answer of the guardian is larger than `maxAnswerBytes`.',
    remedy: 'Let policies return less, or raise `maxAnswerBytes`.',
  },
  guardian_error: {
    from: 'aos',
    cause: 'The guardian answered with an error.',
    remedy: 'Look at the log of the guardian; the record contains the code of the error.',
  },
  guardian_circuit_open: {
    from: 'aos',
    cause: 'The guardian failed so often that it is not asked for a while.',
    remedy: 'Repair the guardian; it is asked again automatically.',
  },
  guardian_pending_timeout: {
    from: 'aos',
    cause: 'The guardian promised a decision for later and did not send it in time.',
    remedy: 'Raise `pendingTimeoutMs`, or answer sooner.',
  },
  guardian_request_too_large: {
    from: 'aos',
    cause: 'The step is too large to send to the guardian.',
    remedy: 'Redact or shorten large results before the guardian is asked.',
  },
  guardian_request_unsendable: {
    from: 'aos',
    cause: 'The step cannot be written as JSON.',
    remedy: 'Use plain data in arguments and results.',
  },
  exit_refused: {
    from: 'guardian',
    cause: 'A policy called `process.exit`, which would end the guardian for everybody.',
    remedy: 'Throw an error instead; only a signal ends the guardian.',
  },
  guardian_method_unsupported: {
    from: 'aos',
    cause: 'The guardian does not know this event.',
    remedy: 'Update the guardian, or do not send it the event.',
  },
  invalid_modification: {
    from: 'aos',
    cause: 'A guardian changed a message in a way that is not allowed, or renamed the tool.',
    remedy: 'Repair the policy of the guardian; change only what the event lets you change.',
  },
  answer_unsendable: {
    from: 'aos',
    cause: 'A decision of the guardian cannot be written as JSON.',
    remedy: 'Let policies return plain data.',
  },
  call_unknown: {
    from: 'aos',
    cause: 'The guardian was asked about the result of a call that it never saw.',
    remedy: 'Send request and result of a call to the same guardian, or share its store.',
  },
  inventory_unknown: {
    from: 'aos',
    cause: 'You asked for the inventory of an agent before anything is known about it.',
    remedy:
      'Call `watchInventory(hooks)` before the agent runs, and `inventory` after its first run.',
  },
  malformed_input: {
    from: 'aos/hook',
    cause: '`interpose-hook` could not read its input as a message, so `--on-failure` decided.',
    remedy: 'Send one JSON-RPC message on standard input.',
  },
  port_unavailable: {
    from: 'guardian',
    cause: 'The port is in use, or you may not open it.',
    remedy: 'Choose another `--port`.',
  },
  config_invalid: {
    from: 'guardian',
    cause: 'Settings of the guardian are missing or wrong.',
    remedy: 'Correct the variables or the file that the message lists.',
  },
  folder_in_use: {
    from: 'guardian',
    cause: 'Another guardian uses the data folder.',
    remedy: 'Stop it, or name another folder in `INTERPOSE_FOLDER`.',
  },
  policies_failing: {
    from: 'guardian',
    cause: 'A hook of new policies throws on steps that were decided before.',
    remedy: 'Repair the hook; until then the old version keeps deciding.',
  },
  audit_broken: {
    from: 'guardian',
    cause:
      'Somebody changed, removed, inserted or moved a record of the audit; the message names the first.',
    remedy: 'Compare with an earlier export, and find out who could write to the database.',
  },
  export_invalid: {
    from: 'guardian',
    cause: 'A line of the file does not come from an export of the audit.',
    remedy: 'Export again with `GET /api/audit/export?format=jsonl`.',
  },
  internal: {
    from: 'guardian',
    cause: 'The guardian failed at a request to its interface.',
    remedy: 'Try again, then look at the log of the guardian.',
  },
  report_incomplete: {
    from: 'aos',
    cause:
      'The guardian refused decisions of `report`, or they were lost, or the spool cannot be used.',
    remedy: 'Do what the message says, and pass `onNote` to hear of every problem.',
  },
  spool_in_use: {
    from: 'aos/report',
    cause: 'Another process, or another `report` in this one, uses the spool file.',
    remedy: 'Give each process its own spool file.',
  },
  migration_failed: {
    from: 'guardian',
    cause: 'The guardian could not update the tables of its database.',
    remedy: 'Give the database user the right to create tables.',
  },
  not_started: {
    from: 'guardian',
    cause: 'The guardian is still starting.',
    remedy: 'Ask again in a moment.',
  },
  spool_full: {
    from: 'guardian',
    cause: 'The database cannot be reached and the spool is full, so steps are denied.',
    remedy: 'Bring the database back, or raise `INTERPOSE_SPOOL_BYTES`.',
  },
  guardian_refused: {
    from: 'guardian',
    cause: 'A running guardian refused the request of a command.',
    remedy: 'Read the message; check the token and its role.',
  },
  worker_stopped: {
    from: 'guardian',
    cause: 'A policy ran too long or stopped its worker, so the step it was deciding was denied.',
    remedy: 'Repair the policy that the log names, or raise `INTERPOSE_DECISION_MS`.',
  },
  worker_resting: {
    from: 'guardian',
    cause:
      'Workers of these policies died at their start several times in a row, so none is started for a while and steps are denied.',
    remedy:
      'Repair what ends the policies: the log names it, and `/health` counts the workers that rest.',
  },
  stopped: {
    from: 'guardian',
    cause: 'Somebody switched this agent, tool, session or tenant off in the guardian.',
    remedy: 'Turn the switch off on the page Agents of the console when the danger is over.',
  },
};
