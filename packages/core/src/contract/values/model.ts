import type { Dict, Message, Part, Source } from './message.ts';
import type { ToolSpec } from './tool.ts';

/**
 * What the model is about to be asked.
 *
 * @example
 * const request: ModelRequest = { model: 'small', messages: [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }] };
 */
export interface ModelRequest {
  readonly model?: string;
  readonly instructions?: string;
  readonly messages: readonly Message[];
  readonly tools?: readonly ToolSpec[];
  /** Sampling and provider settings by the host's own names. */
  readonly settings?: Dict;
}

/**
 * Tokens spent on one model call.
 *
 * @example
 * const usage: Usage = { inputTokens: 120, outputTokens: 30 };
 */
export interface Usage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

/**
 * What the model answered.
 *
 * @example
 * const response: ModelResponse = { content: [{ type: 'text', text: 'hello' }], finishReason: 'stop' };
 * textOf(response); // => 'hello'
 */
export interface ModelResponse {
  readonly content: readonly Part[];
  /** Where the answer says it has its statements from. */
  readonly citations?: readonly Source[];
  /** `stop`, `length`, `tool-calls`, `content-filter`, `error` or the host's own word. */
  readonly finishReason?: string;
  readonly usage?: Usage;
  readonly metadata?: Dict;
}

/**
 * An error as a value: an `Error` fits, and so does `{ message }`.
 *
 * @example
 * const failure: Failure = { message: 'rate limit', status: 429 };
 * const thrown: Failure = new Error('rate limit');
 */
export interface Failure {
  readonly message: string;
  readonly name?: string;
  readonly code?: string;
  /** HTTP status, where the failure came over HTTP. */
  readonly status?: number;
  readonly cause?: unknown;
}
