import type { Conversation } from './script/conversation.ts';

/** A request that passed every check, in no API's terms. */
export interface ModelRequest {
  readonly model: string;
  readonly isStreamed: boolean;
  readonly conversation: Conversation;
  /** What the prompt's tokens are counted from. */
  readonly prompt: unknown;
  readonly body: Readonly<Record<string, unknown>>;
}

/** One event of a stream. */
export interface StreamEvent {
  /** The event's name, where the API names its events. */
  readonly name?: string;
  /** JSON, or the literal end mark. */
  readonly data: Readonly<Record<string, unknown>> | '[DONE]';
  /** It carries a piece of text, reasoning, refusal or arguments. */
  readonly isChunk: boolean;
}
