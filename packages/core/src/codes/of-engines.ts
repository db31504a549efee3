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
  unknown_schema: {
    from: 'rules',
    cause:
      'A file of rules is written in another version of the form than the one that is known here.',
    remedy: 'Install the `@interpose/policies` that it was written for, or write it in this form.',
  },
  invalid_rules: {
    from: 'rules',
    cause: 'A file of rules is not valid.',
    remedy: 'Go to the line that the message names; `interpose check` lists all of them.',
  },
  opa_denied: {
    from: 'opa',
    cause: 'The OPA policy denied the step and gave no code of its own.',
    remedy: 'Let the rule answer an object with `code` and `reason` to tell such denials apart.',
  },
  opa_error: {
    from: 'opa',
    cause:
      'The Rego policy or a builtin failed, or the input is no plain data, so the step was denied.',
    remedy: 'Read `problem` in the record; pass builtins that no module brings in `builtins`.',
  },
  opa_unknown: {
    from: 'opa',
    cause: 'The rule is undefined for this input or answered no decision, so the step was denied.',
    remedy:
      'Give the rule a `default`, and let it answer true, false or an object with `decision`.',
  },
  cedar_denied: {
    from: 'cedar',
    cause: 'No Cedar policy permits the step, or one forbids it.',
    remedy: 'Add a `permit` for this principal, action and resource, or narrow the `forbid`.',
  },
  cedar_error: {
    from: 'cedar',
    cause: 'A Cedar policy failed, or the call cannot be put to Cedar, so the step was denied.',
    remedy: 'Check the attributes that the policy reads, and that numbers fit the types of Cedar.',
  },
  cedar_unknown: {
    from: 'cedar',
    cause: 'What Cedar answered is no decision, so the step was denied.',
    remedy: 'Check the version of the Cedar package.',
  },
  voter_unknown: {
    from: 'requireApproval',
    cause: 'Somebody voted who has no vote here.',
    remedy: 'Add the name in `by` to `voters`.',
  },
  vote_stale: {
    from: 'requireApproval',
    cause: 'The vote is about a value that an earlier vote changed.',
    remedy: 'Show the new value, and send its `round` with the vote.',
  },
  webhook_failed: {
    from: 'webhookApprover',
    cause: 'The service gave no answer that can be used.',
    remedy: 'Let it answer 200 with the digest of the ask, or 202, within 64 kB.',
  },
  webhook_unsigned: {
    from: 'webhookApprover',
    cause: 'An answer came without a valid signature.',
    remedy:
      'Give both sides the same secret and a right clock; the answer carries the `webhook-id` of the request.',
  },
  state_lost: {
    from: 'redisStore',
    cause: 'The Redis server lost its data, so everything that reads it is denied.',
    remedy: 'Set switches and limits again, then call `store.acknowledgeLoss()`.',
  },
  state_unreadable: {
    from: 'encryptedStore',
    cause: 'None of the keys opens what is stored.',
    remedy: 'Keep old keys in `keys` until all was written again.',
  },
  store_contended: {
    from: 'stores',
    cause: 'Others changed the same key at every try.',
    remedy: 'Use a finer key, such as one per session, or raise `timeoutMs`.',
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
