import type { CodeNote } from './code-note.ts';

/** The codes of the dispatcher's own decisions and of its remarks on decisions. */
export const DECISION_CODES: Readonly<Record<string, CodeNote>> = {
  denied: {
    from: 'core',
    cause: 'A hook denied this step and gave no `code`.',
    remedy:
      'Read the reason in the decision record; give the verdict a `code` to tell such denials apart.',
  },
  allow_unsupported: {
    from: 'core',
    cause: 'A hook returned `allow` at an event where the SDK cannot act on it.',
    remedy: 'Return nothing there; `ctx.can` lists the verdicts that work.',
  },
  ask_unsupported: {
    from: 'core',
    cause:
      'A hook asked for approval at an event that cannot wait for a person, such as a streamed delta.',
    remedy:
      'Ask at an event such as `preToolCall`, or deny; `ctx.can` lists the verdicts that work.',
  },
  deny_unsupported: {
    from: 'core',
    cause: 'A hook denied at an event where the SDK can no longer stop the step.',
    remedy:
      'Deny at an earlier event of the step; the capability table of the adapter shows where you can.',
  },
  modify_unsupported: {
    from: 'core',
    cause: 'A hook changed a value that the SDK, or the guardian protocol, cannot change there.',
    remedy:
      'Change it at another event, or deny; the capability table of the adapter shows where you can.',
  },
  respond_unsupported: {
    from: 'core',
    cause:
      'A hook answered in place of a model or tool at an event where the SDK cannot use the answer.',
    remedy: 'Deny instead, or answer at an event where `ctx.can` contains `respond`.',
  },
  retry_unsupported: {
    from: 'core',
    cause: 'A hook asked to try again at an event where the SDK cannot.',
    remedy:
      'Retry at `onResponse`, `onToolCallResult` or an error event, where `ctx.can` contains `retry`.',
  },
  suspend_unsupported: {
    from: 'core',
    cause:
      'The approver wants to answer later, but the SDK cannot pause this step and continue it later.',
    remedy: 'Let the approver answer at once, or suspend only at `preToolCall`.',
  },
  hook_failed: {
    from: 'core',
    cause: 'A hook threw an error, so the step was denied.',
    remedy: 'Look at `problem` in the record or observe `onHookError`, then repair the hook.',
  },
  hook_timeout: {
    from: 'core',
    cause: 'A hook did not answer within its time limit, so the step was denied.',
    remedy: 'Make the hook faster, or raise its `timeoutMs`.',
  },
  invalid_verdict: {
    from: 'core',
    cause: 'A hook returned something that is not a verdict, so the step was denied.',
    remedy:
      'Return nothing, a verdict such as `deny(…)`, or an object with one key that the event lets you change.',
  },
  verdict_at_observer: {
    from: 'core',
    cause: 'A hook returned a verdict at an event where hooks can only watch.',
    remedy: 'Move the hook to an event that takes verdicts, such as `preRequest`.',
  },
  too_late: {
    from: 'core',
    cause: 'A hook denied or changed streamed text that had already been sent on.',
    remedy: "Remove `stream: 'observe'` from the hook, so that text waits for its verdict.",
  },
  retry_exhausted: {
    from: 'core',
    cause:
      'A hook asked to try again more often than `retries` allows, so the last result was kept.',
    remedy: 'Raise `retries`, or stop asking when `ctx.attempt` is high.',
  },
  depth_exceeded: {
    from: 'core',
    cause: 'Agents called agents more than `maxDepth` levels deep.',
    remedy: 'Look for agents that call each other, or raise `maxDepth`.',
  },
  call_id_changed: {
    from: 'core',
    cause: 'A hook changed the id of a tool call.',
    remedy: 'Keep `call.id`; change `call.args` only.',
  },
  rename_denied: {
    from: 'core',
    cause: 'A hook changed the name of a tool call, which you have not allowed.',
    remedy: 'Keep the name, or pass `allowRename: true` to `createHooks`.',
  },
  readonly_context: {
    from: 'core',
    cause: 'A hook edited a value of its context in place.',
    remedy: 'Return the changed value instead.',
  },
  tool_disabled: {
    from: 'core',
    cause: 'The model called a tool that belongs to scopes, and none of them is registered now.',
    remedy: 'Register a scope that holds the tool, or do not offer it.',
  },
  tool_unknown: {
    from: 'core',
    cause: 'The model called a tool that your app does not have.',
    remedy: 'Do nothing if the model invented the name; otherwise give the tool to the agent.',
  },
};
