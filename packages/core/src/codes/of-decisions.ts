import type { CodeNote } from './code-note.ts';

/** What the dispatcher itself decides, or says of a decision. */
export const DECISION_CODES: Readonly<Record<string, CodeNote>> = {
  denied: {
    from: 'core',
    cause: 'A hook denied the step and gave no code of its own.',
    remedy:
      'Read the reason in the decision record; give the verdict a `code` to tell such denials apart.',
  },
  allow_unsupported: {
    from: 'core',
    cause: 'A hook allowed where this host cannot carry an allow out.',
    remedy: 'Return nothing there; `ctx.can` lists what the host can carry out.',
  },
  ask_unsupported: {
    from: 'core',
    cause: 'A hook asked at an event where nobody can be asked, such as a streamed delta.',
    remedy:
      'Ask at the event of the step itself, or deny; `ctx.can` lists what the host can carry out.',
  },
  deny_unsupported: {
    from: 'core',
    cause: 'A hook denied where this host cannot stop the step.',
    remedy:
      'Deny at an earlier event of the step; the capability table of the adapter shows where it can.',
  },
  modify_unsupported: {
    from: 'core',
    cause: 'A hook changed a value that this host, or the wire to it, cannot change.',
    remedy:
      'Change it at another event, or deny; the capability table of the adapter shows where it can.',
  },
  respond_unsupported: {
    from: 'core',
    cause: 'A hook supplied an outcome where this host cannot take one.',
    remedy: 'Deny instead, or supply it at an event that takes outcomes.',
  },
  retry_unsupported: {
    from: 'core',
    cause: 'A hook asked for a retry that this host cannot make here.',
    remedy:
      'Retry at `onResponse`, `onToolCallResult` or an error event, where `ctx.can` holds `retry`.',
  },
  suspend_unsupported: {
    from: 'core',
    cause: 'An approver suspended a step that this host cannot take up later.',
    remedy: 'Answer inline there, or let the approver suspend only at `preToolCall`.',
  },
  hook_failed: {
    from: 'core',
    cause: 'A hook threw, so the step was denied.',
    remedy: 'Look at `problem` in the record or observe `onHookError`, then repair the hook.',
  },
  hook_timeout: {
    from: 'core',
    cause: 'A hook gave no verdict within its time limit, so the step was denied.',
    remedy: 'Make the hook faster, or raise its `timeoutMs`.',
  },
  invalid_verdict: {
    from: 'core',
    cause: 'What a hook returned is no verdict, so the step was denied.',
    remedy:
      'Return nothing, one of the verdict functions, or an object with exactly one slot or outcome key.',
  },
  verdict_at_observer: {
    from: 'core',
    cause: 'A hook returned a verdict at an event that only observes; nothing was applied.',
    remedy: 'Move the hook to an event that takes verdicts.',
  },
  too_late: {
    from: 'core',
    cause: 'A verdict came after the streamed text it is about had left.',
    remedy: "Drop `stream: 'observe'` from the hook, so that text is held until it was judged.",
  },
  retry_exhausted: {
    from: 'core',
    cause: 'A hook asked for more retries than `retries` allows, so the last outcome stands.',
    remedy: 'Raise `retries`, or stop asking once `ctx.attempt` is high.',
  },
  depth_exceeded: {
    from: 'core',
    cause: 'Agents called agents deeper than `maxDepth`.',
    remedy: 'Look for agents that call each other, or raise `maxDepth`.',
  },
  call_id_changed: {
    from: 'core',
    cause: 'A hook changed the id of a tool call.',
    remedy: 'Keep `call.id`; change `call.args` only.',
  },
  rename_denied: {
    from: 'core',
    cause: 'A hook changed the name of a tool call without leave to do so.',
    remedy: 'Set `allowRename: true` on the registry, or keep the name.',
  },
  readonly_context: {
    from: 'core',
    cause: 'A hook assigned to a value of its context.',
    remedy: 'Return the changed value instead of editing it in place.',
  },
  tool_disabled: {
    from: 'core',
    cause: 'The model called a tool whose scopes are all inactive.',
    remedy: 'Register a scope that holds the tool, or do not offer it.',
  },
  tool_unknown: {
    from: 'core',
    cause: 'The model called a tool that the app does not have.',
    remedy: 'Nothing, if the model made the name up; else give the tool to the agent.',
  },
};
