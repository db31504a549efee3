import type { CodeNote } from './code-note.ts';

/** What policies say that leave the decision to rules, engines, people or stores. */
export const ENGINE_CODES: Readonly<Record<string, CodeNote>> = {
  no_rule: {
    from: 'rules',
    cause: 'No rule matched, and the default of the event is to deny.',
    remedy: 'Add a rule that allows the step, or change `default`.',
  },
  rule_denied: {
    from: 'rules',
    cause: 'A rule denied the step and gave no code of its own.',
    remedy: 'Read the reason in the record; give the rule a `code`.',
  },
  rules_error: {
    from: 'rules',
    cause: 'A rule could not be judged for this step, so it was denied.',
    remedy: 'Check the paths of the rule against the values of the event.',
  },
  invalid_rules: {
    from: 'rules',
    cause: 'A file of rules is not valid.',
    remedy: 'Go to the line that the message names; `interpose check` lists all of them.',
  },
  opa_denied: {
    from: 'opa',
    cause: 'The OPA policy denied the step and gave no code of its own.',
    remedy: 'Read the reason in the record.',
  },
  opa_error: {
    from: 'opa',
    cause: 'OPA could not be asked or failed, so the step was denied.',
    remedy: 'Check the module or the address of OPA.',
  },
  opa_unknown: {
    from: 'opa',
    cause: 'What OPA answered is no decision, so the step was denied.',
    remedy: 'Let the rule give an object with `decision`.',
  },
  cedar_denied: {
    from: 'cedar',
    cause: 'No Cedar policy permits the step, or one forbids it.',
    remedy: 'Add a `permit`, if the step is meant.',
  },
  cedar_error: {
    from: 'cedar',
    cause: 'Cedar could not decide, so the step was denied.',
    remedy: 'Check the policies against the schema.',
  },
  cedar_unknown: {
    from: 'cedar',
    cause: 'What Cedar answered is no decision, so the step was denied.',
    remedy: 'Check the version of the Cedar package.',
  },
  voter_unknown: {
    from: 'requireApproval',
    cause: 'Somebody voted who has no vote here.',
    remedy: 'Add the person to the voters.',
  },
  vote_stale: {
    from: 'requireApproval',
    cause: 'The value was changed since the vote began.',
    remedy: 'Vote again on what will run now.',
  },
  webhook_failed: {
    from: 'webhookApprover',
    cause: 'The question could not be delivered.',
    remedy: 'Check the address; the record holds the status.',
  },
  webhook_unsigned: {
    from: 'webhookApprover',
    cause: 'An answer came without a valid signature.',
    remedy: 'Give both sides the same secret and a right clock.',
  },
  state_lost: {
    from: 'stores',
    cause: 'The store lost what the decision stands on.',
    remedy: 'Use a store that keeps its data, or wait for its fail-over.',
  },
  state_unreadable: {
    from: 'encryptedStore',
    cause: 'None of the keys opens what is stored.',
    remedy: 'Keep old keys in `keys` until all was written again.',
  },
  store_contended: {
    from: 'stores',
    cause: 'Others changed the same key at every try.',
    remedy: 'Use a finer key, such as one per session.',
  },
  store_reply: {
    from: 'redisStore',
    cause: 'Redis answered with something the store does not understand.',
    remedy: 'Check the version of the server and of the client.',
  },
  store_timeout: {
    from: 'stores',
    cause: 'The store did not answer in time.',
    remedy: 'Check that it is reachable, or raise `timeoutMs`.',
  },
  invalid_key: {
    from: 'stores',
    cause: 'A key cannot be stored.',
    remedy: 'Use a text without NUL characters, within the limit of the store.',
  },
  invalid_value: {
    from: 'stores',
    cause: 'A value cannot be stored.',
    remedy: 'Store plain JSON.',
  },
};
