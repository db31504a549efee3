import type { Conversation } from './script/conversation.ts';

/** A valid request, in a form independent of the API. */
export interface ModelRequest {
  readonly model: string;
  readonly isStreamed: boolean;
  readonly conversation: Conversation;
  /** The value from which the prompt's tokens are counted. */
  readonly prompt: unknown;
  readonly body: Readonly<Record<string, unknown>>;
}

/** One event of a stream. */
export interface StreamEvent {
  /** The name of the event, if the API names its events. */
  readonly name?: string;
  /** JSON, or the literal end mark. */
  readonly data: Readonly<Record<string, unknown>> | '[DONE]';
  /** True if it carries a piece of text, reasoning, refusal or arguments. */
  readonly isChunk: boolean;
}
