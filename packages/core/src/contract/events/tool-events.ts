import type { Intercepted } from './event-shape.ts';
import type { Failure, Tool, ToolCall } from '../values/index.ts';

/**
 * Why a tool call ended in an error: the tool threw; its arguments did not parse; there is no such tool or it is
 * disabled; a verdict supplied the error; the host denied the call; the tool missed a time limit, by the name or code of
 * what it threw (`TimeoutError`, `ETIMEDOUT`, an MCP request without an answer); the chat was aborted.
 *
 * @example
 * hooks.addHook('onToolCallError', ({ cause }) => (cause === 'timeout' ? retry() : undefined));
 * const cause: ToolErrorCause = 'timeout';
 */
export type ToolErrorCause =
  | 'threw'
  | 'invalid'
  | 'unknown'
  | 'disabled'
  | 'supplied'
  | 'denied'
  | 'timeout'
  | 'aborted';

/**
 * The part of the payload that both endings of a tool call have.
 *
 * @example
 * const slow = ({ durationMs, synthetic }: ToolCallEnding): boolean => !synthetic && durationMs > 5000;
 * hooks.observe('onToolCallResult', (ending) => console.log(slow(ending)));
 */
export interface ToolCallEnding {
  /** The call that ran. */
  readonly call: ToolCall;
  /** The call that the model asked for. */
  readonly originalCall: ToolCall;
  readonly tool: Tool;
  /** How long the tool ran, in milliseconds; 0 if it did not run. */
  readonly durationMs: number;
  /** Whether a verdict supplied the outcome, so that the tool did not run. */
  readonly synthetic: boolean;
}

/**
 * The events of tool calls.
 *
 * @example
 * hooks.addHook('onToolCallResult', ({ result }) => ({ result: String(result).slice(0, 10_000) }));
 */
export interface ToolEvents {
  /** After the arguments were parsed, before the tool runs; once per attempt. */
  preToolCall: Intercepted<
    { readonly call: ToolCall; readonly tool: Tool; readonly scope?: string },
    'call',
    'modify' | 'respond' | 'ask',
    { readonly result: unknown; readonly error: string | Failure }
  >;
  /** The tool gave a result; before the model sees it. */
  onToolCallResult: Intercepted<
    ToolCallEnding & { readonly result: unknown },
    'result',
    'modify' | 'respond' | 'ask' | 'retry',
    { readonly error: string | Failure }
  >;
  /** The call ended in an error instead of a result; before the model sees it. */
  onToolCallError: Intercepted<
    ToolCallEnding & { readonly error: Failure; readonly cause: ToolErrorCause },
    'error',
    'modify' | 'respond' | 'ask' | 'retry',
    { readonly result: unknown }
  >;
}
