import type { CodeNote } from './code-note.ts';

/** The codes of policies that leave the decision to rules, engines, people or stores. */
export const ENGINE_CODES: Readonly<Record<string, CodeNote>> = {
  no_rule: {
    from: 'rules',
    cause: 'No rule matched this step, and the `default` of its event is to deny.',
    remedy: 'Add a rule that allows the step, or change `default`.',
  },
  rule_denied: {
    from: 'rules',
    cause: 'A rule denied the step and gave no `code`.',
    remedy: 'Read the reason in the record; give the rule a `code`.',
  },
  rules_error: {
    from: 'rules',
    cause: 'A rule could not be evaluated for this step, so the step was denied.',
    remedy: 'Compare the paths in the rule with the values of the event.',
  },
  unknown_schema: {
    from: 'rules',
    cause: 'The rule file uses a format version that this package cannot read.',
    remedy: 'Install the version of `@interpose/policies` it was written for, or rewrite the file.',
  },
  invalid_rules: {
    from: 'rules',
    cause: 'The rule file contains an error.',
    remedy: 'Go to the line that the message names; `interpose check` lists all errors.',
  },
  opa_denied: {
    from: 'opa',
    cause: 'The OPA policy denied the step and gave no `code`.',
    remedy: 'Let the rule return an object with `code` and `reason` to tell such denials apart.',
  },
  opa_error: {
    from: 'opa',
    cause:
      'The Rego policy or a builtin failed, or the input is not plain data, so the step was denied.',
    remedy: 'Read `problem` in the record; pass builtins that the module lacks in `builtins`.',
  },
  opa_unknown: {
    from: 'opa',
    cause:
      'The Rego rule has no value for this input, or its value is not a decision, so the step was denied.',
    remedy: 'Give the rule a `default`, and return true, false or an object with `decision`.',
  },
  cedar_denied: {
    from: 'cedar',
    cause: 'No Cedar policy permits the step, or one forbids it.',
    remedy: 'Add a `permit` for this principal, action and resource, or narrow the `forbid`.',
  },
  cedar_error: {
    from: 'cedar',
    cause: 'A Cedar policy failed, or Cedar cannot represent the call, so the step was denied.',
    remedy: 'Check the attributes that the policy reads, and that numbers fit the Cedar types.',
  },
  cedar_unknown: {
    from: 'cedar',
    cause: 'Cedar returned something that is not a decision, so the step was denied.',
    remedy: 'Check the version of the Cedar package.',
  },
  voter_unknown: {
    from: 'requireApproval',
    cause: 'Somebody who is not on the list of voters voted.',
    remedy: 'Add the name in `by` to `voters`.',
  },
  vote_stale: {
    from: 'requireApproval',
    cause: 'Somebody voted on a value that an earlier vote has changed since.',
    remedy: 'Show the new value, and send its `round` with the vote.',
  },
  webhook_failed: {
    from: 'webhookApprover',
    cause: 'The approval service did not send a usable answer.',
    remedy: 'Let it answer 200 with the digest of the ask, or 202, in at most 64 kB.',
  },
  webhook_unsigned: {
    from: 'webhookApprover',
    cause: 'An answer arrived without a valid signature.',
    remedy:
      'Give both sides the same secret and correct clocks; sign the answer with the `webhook-id` of the request.',
  },
  state_lost: {
    from: 'stores',
    cause: 'The server of the store lost its data, so everything that depends on it is denied.',
    remedy: 'Set switches and limits again, then call `store.acknowledgeLoss()`.',
  },
  state_unreadable: {
    from: 'encryptedStore',
    cause: 'None of the `keys` can decrypt a stored value.',
    remedy: 'Keep old keys in `keys` until every value was written again.',
  },
  store_contended: {
    from: 'stores',
    cause: 'Other processes changed the same key on every try.',
    remedy: 'Use more keys, such as one per session, or raise `timeoutMs`.',
  },
  store_evicts: {
    from: 'redisStore',
    cause:
      'The Redis server drops keys when its memory is full, so limits and switches could vanish unnoticed.',
    remedy:
      'Set its `maxmemory-policy` to `noeviction`, or pass `mayEvict: true` for a store that only caches.',
  },
  store_reply: {
    from: 'redisStore',
    cause: 'Redis sent an answer that the store does not understand.',
    remedy: 'Check the versions of the server and the client.',
  },
  store_timeout: {
    from: 'stores',
    cause: 'The store did not answer in time.',
    remedy: 'Check that it is reachable, or raise `timeoutMs`.',
  },
  invalid_key: {
    from: 'stores',
    cause: 'A key cannot be stored as it is.',
    remedy: 'Use text without NUL characters, within the size limit of the store.',
  },
  invalid_value: {
    from: 'stores',
    cause: 'A value cannot be stored because it is not plain JSON.',
    remedy: 'Store plain JSON.',
  },
};
