import type { Dict } from '@interpose/core';

/** One tool call the scripted model asks for. */
export interface ScriptedCall {
  readonly id: string;
  readonly name: string;
  readonly args?: Dict;
  /** The arguments as the model wrote them, where they are not valid JSON; replaces `args`. */
  readonly rawArgs?: string;
  /** Given when the provider itself runs the tool: what it came back with. */
  readonly providerResult?: unknown;
}

/** The model answers with text, reasoning, tool calls, or several of them. */
export interface AnswerTurn {
  readonly kind: 'answer';
  /** The text in the chunks a stream sends it in; joined where nothing streams. */
  readonly text?: readonly string[];
  readonly reasoning?: readonly string[];
  readonly calls?: readonly ScriptedCall[];
  /** `stop`, or `tool-calls` where there are calls, by default. */
  readonly finishReason?: 'stop' | 'length' | 'tool-calls' | 'content-filter';
  /** Milliseconds before every text chunk of a stream but the first: 0. */
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

/** After these text chunks nothing more comes until the client hangs up. */
export interface HangTurn {
  readonly kind: 'hang';
  readonly text: readonly string[];
}

/** What the scripted model does with one request. */
export type Turn = AnswerTurn | FailureTurn | CutTurn | HangTurn;

/**
 * What one agent's model does: the nth request gets the nth turn, whatever it holds.
 * A request beyond the last turn is a failure with status 400, which fails the behaviour.
 */
export type ModelScript = readonly Turn[];
