import type { Dict, Message, Part, Source } from './message.ts';
import type { ToolSpec } from './tool.ts';

/**
 * The request that a model is about to get.
 *
 * @example
 * const request: ModelRequest = { model: 'small', messages: [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }] };
 */
export interface ModelRequest {
  readonly model?: string;
  readonly instructions?: string;
  readonly messages: readonly Message[];
  readonly tools?: readonly ToolSpec[];
  /** Sampling and provider settings, with the host's own names. */
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
 * The answer of a model.
 *
 * @example
 * const response: ModelResponse = { content: [{ type: 'text', text: 'hello' }], finishReason: 'stop' };
 * textOf(response); // => 'hello'
 */
export interface ModelResponse {
  readonly content: readonly Part[];
  /** The sources that the answer names for its statements. Hooks read them; they change the parts that cite, or deny. */
  readonly citations?: readonly Source[];
  /** `stop`, `length`, `tool-calls`, `content-filter`, `error` or the host's own word. */
  readonly finishReason?: string;
  readonly usage?: Usage;
  readonly metadata?: Dict;
}

/**
 * An error as a value: an `Error` fits, and `{ message }` does too.
 *
 * @example
 * const failure: Failure = { message: 'rate limit', status: 429 };
 * const thrown: Failure = new Error('rate limit');
 */
export interface Failure {
  readonly message: string;
  readonly name?: string;
  readonly code?: string;
  /** The HTTP status, if the failure came over HTTP. */
  readonly status?: number;
  readonly cause?: unknown;
}
