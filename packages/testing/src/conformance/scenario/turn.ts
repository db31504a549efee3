import type { Dict } from '@interpose/core';

/** One tool call the scripted model asks for. */
export interface ScriptedCall {
  readonly id: string;
  readonly name: string;
  readonly args?: Dict;
  /** The arguments as the model wrote them, if they are not valid JSON; replaces `args`. */
  readonly rawArgs?: string;
  /** The result, if the provider itself runs the tool. */
  readonly providerResult?: unknown;
}

/** The model answers with text, reasoning, tool calls, or several of them. */
export interface AnswerTurn {
  readonly kind: 'answer';
  /** The text in the chunks of a stream; joined in a plain answer. */
  readonly text?: readonly string[];
  readonly reasoning?: readonly string[];
  readonly calls?: readonly ScriptedCall[];
  /** By default `tool-calls` if there are calls, else `stop`. */
  readonly finishReason?: 'stop' | 'length' | 'tool-calls' | 'content-filter';
  /** Milliseconds before every text chunk of a stream except the first; 0 by default. */
  readonly chunkDelayMs?: number;
}

/** The provider refuses with an HTTP status and an error body. */
export interface FailureTurn {
  readonly kind: 'failure';
  readonly status: number;
  readonly message: string;
}

/** The connection breaks after these text chunks; a plain call breaks before any answer. */
export interface CutTurn {
  readonly kind: 'cut';
  readonly text: readonly string[];
}

/** After these text chunks, nothing more comes until the client closes the connection. */
export interface HangTurn {
  readonly kind: 'hang';
  readonly text: readonly string[];
}

/** The scripted model's reaction to one request. */
export type Turn = AnswerTurn | FailureTurn | CutTurn | HangTurn;

/**
 * The script of one agent's model: the nth request gets the nth turn, whatever the request holds. A request after the
 * last turn gets a failure with status 400, which fails the behaviour.
 */
export type ModelScript = readonly Turn[];
