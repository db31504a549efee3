import type { ToolOutcome } from '../../contract/adapter/index.ts';
import type { ToolErrorCause } from '../../contract/events/tool-events.ts';
import type { Chat } from '../../contract/adapter/chat.ts';
import type { Tool, ToolCall } from '../../contract/values/index.ts';
import type { Emission } from '../../context/context-state.ts';
import { toFailure } from '../../errors/failure.ts';
import { finishToolCall } from './finish-tool-call.ts';
import { judge, type StepReturn } from '../step/after-step.ts';
import { runningChat } from '../../chat/running-chat.ts';
import { toolAfterEvents, type ToolAttempt } from '../step/attempt.ts';

/**
 * Reports a call that never reached a tool: its arguments did not parse, or its tool is unknown or disabled.
 * No preToolCall fires; a verdict may change the error text, never reach the tool.
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
  const arrived: StepReturn = {
    kind: 'error',
    error: toFailure(report.error),
    thrown: report.error,
    synthetic: false,
  };
  const tried: ToolAttempt<never> = { call, arrived, native: undefined, durationMs: 0 };
  const emission: Emission = {
    retriesLeft: 0,
    iteration: running.calls.current,
    native,
    without: ['respond', 'retry'],
  };
  const judged = await judge(
    running,
    toolAfterEvents({ call, tool }, tried, cause),
    arrived,
    emission,
  );
  return finishToolCall(running, tried, judged, cause);
}
