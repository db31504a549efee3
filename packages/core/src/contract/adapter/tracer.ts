import type { Trace } from '../values/index.ts';

/**
 * A step that is about to run, such as a tool or a model call.
 *
 * @example
 * const step: TracedStep = { chatId: 'chat-1', event: 'preToolCall', callId: 'call_1' };
 */
export interface TracedStep {
  readonly chatId: string;
  /** The event whose hooks were asked before the step. */
  readonly event: string;
  /** The id of the call, if the step is a tool call. */
  readonly callId?: string;
}

/**
 * Follows chats and steps with spans. It gives each chat a trace and runs each step inside its span.
 *
 * @example
 * const tracer: StepTracer = { trace: () => undefined, run: (_step, act) => act() };
 */
export interface StepTracer {
  /** Returns the trace context for requests of this chat, after onChatStart; `undefined` if it keeps its own. */
  trace(chatId: string): Trace | undefined;
  /** Runs the step: calls `act` once and returns its result. */
  run<T>(step: TracedStep, act: () => T): T;
}
