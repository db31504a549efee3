import type { CodeNote } from './code-note.ts';

/** What the other ready policies say. */
export const POLICY_CODES: Readonly<Record<string, CodeNote>> = {
  tool_not_allowed: {
    from: 'allowTools',
    cause: 'The tool is not on the list of allowed tools.',
    remedy: 'Add it to `allowTools`, if it is meant.',
  },
  tool_denied: {
    from: 'denyTools',
    cause: 'The tool is on the list of denied tools.',
    remedy: 'Take it off the list, if it is meant.',
  },
  tool_filtered: {
    from: 'filterTools',
    cause: 'The filter of tools leaves this one out.',
    remedy: 'Change the filter, if the tool is meant.',
  },
  tool_facts_unknown: {
    from: 'filterTools',
    cause: 'Too little is known about the tool to judge it, so it was left out.',
    remedy: 'Give the tool annotations, or the filter a default.',
  },
  tool_filter_failed: {
    from: 'filterTools',
    cause: 'The filter threw, so the tool was left out.',
    remedy: 'Repair the filter; observe `onHookError`.',
  },
  rate_limited: {
    from: 'limitRate',
    cause: 'There were more calls than the rate allows.',
    remedy: 'Wait as long as the record says, or raise the rate.',
  },
  limit_key_missing: {
    from: 'limitRate, limitSpend',
    cause: 'A limit is per user, organisation or another key, and the step has none.',
    remedy: 'Name the user with `withHooks(…, { user })` or `inSession`, or pass a `fallback`.',
  },
  spend_limited: {
    from: 'limitSpend',
    cause: 'The budget is used up, or this call could exceed it.',
    remedy: 'Wait for the next period, or raise the budget.',
  },
  price_unknown: {
    from: 'limitSpend',
    cause: 'The price of this model is not known, so its cost cannot be counted.',
    remedy: 'Add the model to `prices`.',
  },
  loop_detected: {
    from: 'stopLoops',
    cause: 'The agent repeats the same calls.',
    remedy: 'Look at why the tool does not help it; raise the limit if repetition is meant.',
  },
  circuit_open: {
    from: 'circuitBreaker',
    cause: 'The tool failed so often that it is left alone for a while.',
    remedy: 'Repair the tool; it is tried again by itself.',
  },
  fallback_unsupported: {
    from: 'fallbackModel',
    cause: 'The model fell over and the fallback cannot be used here.',
    remedy: 'Give a fallback of the same SDK.',
  },
  killed: {
    from: 'killSwitch',
    cause: 'A switch stops this agent, tool, session or user.',
    remedy: 'Turn the switch off when the danger is over.',
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
    remedy: 'Read the reasons in the record.',
  },
};
