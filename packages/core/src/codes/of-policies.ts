import type { CodeNote } from './code-note.ts';

/** What the other ready policies say. */
export const POLICY_CODES: Readonly<Record<string, CodeNote>> = {
  tool_not_allowed: {
    from: 'allowTools',
    cause: 'The tool is not on the list of allowed tools.',
    remedy: 'Add the name to the list of `allowTools` if the agent may call it.',
  },
  tool_denied: {
    from: 'denyTools',
    cause: 'The tool is on the list of denied tools.',
    remedy:
      'Take the name off the list of `denyTools` if the agent may call it; look-alike names count too.',
  },
  tool_filtered: {
    from: 'filterTools',
    cause: 'The function given to `filterTools` did not return true for this tool.',
    remedy: 'Let it return true for this user, agent and tool.',
  },
  tool_facts_unknown: {
    from: 'filterTools',
    cause: 'The function read a fact that nobody told, such as a `readOnlyHint`.',
    remedy: 'Tell the fact in the option `facts`, under the name of the tool.',
  },
  tool_filter_failed: {
    from: 'filterTools',
    cause: 'The filter threw, so the tool was left out.',
    remedy: 'Repair the filter; observe `onHookError`.',
  },
  rate_limited: {
    from: 'limitRate',
    cause: 'There were more calls than the rate allows.',
    remedy: 'Wait for `data.retryAfterMs`, or raise `limit`.',
  },
  limit_key_missing: {
    from: 'limitRate, limitSpend',
    cause: 'A limit is per user, organisation or another key, and the step has none.',
    remedy: 'Name the user with `withHooks(…, { user })` or `inSession`, or pass a `fallback`.',
  },
  spend_limited: {
    from: 'limitSpend',
    cause: 'The budget is used up, or this call could exceed it.',
    remedy:
      'Wait until `windowMs` has passed, or raise `money` or `tokens`; `data` says what was needed.',
  },
  price_unknown: {
    from: 'limitSpend',
    cause: 'The price of this model is not known, so its cost cannot be counted.',
    remedy: 'Add the model to `prices`; the name `*` stands for every model.',
  },
  loop_detected: {
    from: 'stopLoops',
    cause: 'The agent repeats the same calls.',
    remedy: 'See why the tool does not help the model; list tools that poll in `ignore`.',
  },
  circuit_open: {
    from: 'circuitBreaker',
    cause: 'The tool failed so often that it is left alone for a while.',
    remedy: 'Repair the tool; it is tried again after `data.retryAfterMs`.',
  },
  fallback_unsupported: {
    from: 'fallbackModel',
    cause: 'The model fell over and the fallback cannot be used here.',
    remedy: 'Add a model with `ask`, or set `byName: true` where the SDK takes models by name.',
  },
  killed: {
    from: 'killSwitch',
    cause: 'A switch stops this agent, tool, session or user.',
    remedy: 'Call `switchOn` with the same target when the danger is over.',
  },
  switch_unreadable: {
    from: 'killSwitch',
    cause: 'The state of the switch could not be read, so the step was denied.',
    remedy: 'Check that the store of the switch is reachable.',
  },
  conflict: {
    from: 'parallel',
    cause: 'Policies that ran side by side want different changes.',
    remedy: "Let them run one after the other, or set `onConflict: 'ask'`.",
  },
  none_passed: {
    from: 'anyOf',
    cause: 'None of the combined policies let the step pass, each for another reason.',
    remedy: 'Read the reason in the record, which holds the reason of each policy.',
  },
};
