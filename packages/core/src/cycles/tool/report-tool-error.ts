import type { ToolOutcome } from '../../contract/adapter/index.ts';
import type { ToolErrorCause } from '../../contract/events/tool-events.ts';
import type { Chat } from '../../contract/adapter/chat.ts';
import type { Tool, ToolCall } from '../../contract/values/index.ts';
import type { Emission } from '../../context/context-state.ts';
import { finishToolCall } from './finish-tool-call.ts';
import { runningChat } from '../../chat/running-chat.ts';
import { judge, ToolEvents } from '../step/after-step.ts';
import { arrivedError, unattempted } from '../step/attempt.ts';

/**
 * Reports a call that never reached a tool: its arguments did not parse, or its tool is unknown or disabled. No
 * preToolCall fires. A verdict may change the error's text, but the call never reaches the tool.
 *
 * @example
 * const outcome = await reportToolError(chat, {
 *   call: { id: 'call_1', name: 'wether', args: {} },
 *   tool: { name: 'wether', origin: 'local', known: false, enabled: true },
 *   error: 'there is no such tool',
 *   cause: 'unknown',
 * });
 * outcome.kind; // => 'error'
 */
export async function reportToolError(
  chat: Chat,
  report: {
    readonly call: ToolCall;
    readonly tool: Tool;
    readonly error: unknown;
    readonly cause: ToolErrorCause;
    readonly native?: unknown;
  },
): Promise<ToolOutcome<never>> {
  const running = runningChat(chat);
  const { call, tool, cause, native } = report;
  const tried = unattempted(arrivedError(report.error));
  const emission: Emission = {
    retriesLeft: 0,
    iteration: running.calls.current,
    native,
    without: ['respond', 'retry'],
  };
  const after = new ToolEvents({ call, tool }, call, 0, cause);
  const judged = await judge(running, after, tried.arrived, emission);
  return finishToolCall(running, call, tried, judged, cause);
}
