import type { CodeNote } from './code-note.ts';

/** The codes of the other ready policies. */
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
      'Remove the name from the list if the agent may call it; names that look alike count too.',
  },
  tool_filtered: {
    from: 'filterTools',
    cause: 'The function given to `filterTools` did not return true for this tool.',
    remedy: 'Change the function if this user or agent may have this tool.',
  },
  tool_facts_unknown: {
    from: 'filterTools',
    cause:
      'The function given to `filterTools` used a fact that nobody stated, such as `readOnlyHint`.',
    remedy: 'State it in the option `facts`, under the name of the tool.',
  },
  tool_filter_failed: {
    from: 'filterTools',
    cause: 'The function given to `filterTools` threw an error, so the tool was left out.',
    remedy: 'Repair the function; observe `onHookError` to see the error.',
  },
  rate_limited: {
    from: 'limitRate',
    cause: 'There were more calls than the limit allows.',
    remedy: 'Wait `data.retryAfterMs` milliseconds, or raise `limit`.',
  },
  limit_key_missing: {
    from: 'limitRate, limitSpend',
    cause: 'The limit applies per user, organisation or another key, and this step has none.',
    remedy: 'Pass the user with `withHooks(…, { user })` or `inSession`, or set a `fallback`.',
  },
  spend_limited: {
    from: 'limitSpend',
    cause: 'The budget is used up, or this call could exceed it.',
    remedy:
      'Wait until `windowMs` has passed, or raise `money` or `tokens`; `data` shows what this call needed.',
  },
  price_unknown: {
    from: 'limitSpend',
    cause: 'The policy has no price for this model, so it cannot count the cost.',
    remedy: 'Add the model to `prices`; `*` sets the price of all others.',
  },
  loop_detected: {
    from: 'stopLoops',
    cause: 'The agent keeps making the same calls.',
    remedy: 'Find out why the results do not help the model; list tools that poll in `ignore`.',
  },
  circuit_open: {
    from: 'circuitBreaker',
    cause: 'The tool failed so often that calls to it are denied for a while.',
    remedy: 'Repair the tool; it is tried again after `data.retryAfterMs` milliseconds.',
  },
  fallback_unsupported: {
    from: 'fallbackModel',
    cause: 'The model failed, and the SDK cannot switch to the fallback here.',
    remedy: 'Add a model with `ask`, or set `byName: true` where the SDK takes models by name.',
  },
  killed: {
    from: 'killSwitch',
    cause: 'Somebody stopped this agent, tool, session or user with the kill switch.',
    remedy: 'Call `switchOn` with the same target when the danger is over.',
  },
  switch_unreadable: {
    from: 'killSwitch',
    cause: 'The state of the switch could not be read, so the step was denied.',
    remedy: 'Check that the store of the switch is reachable.',
  },
  conflict: {
    from: 'parallel',
    cause: 'Two policies that run in parallel want to make different changes.',
    remedy: "Run them one after the other, or set `onConflict: 'ask'`.",
  },
  none_passed: {
    from: 'anyOf',
    cause: 'None of the policies in `anyOf` let the step pass, each for a different reason.',
    remedy: 'Read the record: its reason contains the reason of each policy.',
  },
};
