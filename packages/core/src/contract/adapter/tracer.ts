import type { Trace } from '../values/index.ts';

/**
 * A step that is about to run: a tool, a model call, or what else an event stands before.
 *
 * @example
 * const step: TracedStep = { chatId: 'chat-1', event: 'preToolCall', callId: 'call_1' };
 */
export interface TracedStep {
  readonly chatId: string;
  /** The event that was asked before it. */
  readonly event: string;
  /** The id of the call, where the step is a tool call. */
  readonly callId?: string;
}

/**
 * Follows chats and steps with spans: it says which trace a chat belongs to, and runs each step inside its span.
 *
 * @example
 * const tracer: StepTracer = { trace: () => undefined, run: (_step, act) => act() };
 */
export interface StepTracer {
  /** The trace context that requests of this chat carry on, asked once onChatStart was told; none: what it had. */
  trace(chatId: string): Trace | undefined;
  /** Runs the step: calls `act` once and gives back what it returns. */
  run<T>(step: TracedStep, act: () => T): T;
}
