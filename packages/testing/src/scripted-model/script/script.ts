/** One tool call that the model asks for. */
export interface ScriptedToolCall {
  readonly name: string;
  /** The id; by default `call_<chat>_<turn>_<place>`, which is unique. */
  readonly id?: string;
  /** The arguments as a JSON value; `{}` by default. */
  readonly args?: unknown;
  /** The exact text of the arguments, valid JSON or not; replaces `args`. */
  readonly rawArguments?: string;
}

/** The reason why an answer ends, in chat-completions terms. */
export type FinishReason = 'stop' | 'length' | 'content_filter' | 'tool_calls';

/** Tokens as the service counts them. */
export interface ScriptedUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens?: number;
  readonly reasoningTokens?: number;
}

/** The delays of an answer in milliseconds; a chunk is one piece of text, reasoning, refusal or arguments. */
export interface Pace {
  /** Before a plain answer, or before the first chunk of a stream. */
  readonly firstChunkMs?: number;
  /** Before every later chunk of a stream. */
  readonly betweenChunksMs?: number;
}

/**
 * One answer of the model. Text, reasoning and refusal may be given as the chunks a stream sends
 * them in. An answer with nothing in it is an empty answer, as real models sometimes give.
 */
export interface Answer {
  readonly kind: 'answer';
  readonly text?: string | readonly string[];
  /** A reasoning summary in responses; `reasoning_content` in chat completions. */
  readonly reasoning?: string | readonly string[];
  readonly refusal?: string | readonly string[];
  readonly calls?: readonly ScriptedToolCall[];
  /** Raw output items of the responses API, sent before the text; chat completions has none. */
  readonly items?: readonly Readonly<Record<string, unknown>>[];
  /** The reason; by default `tool_calls` if there are calls, else `stop`. */
  readonly finish?: FinishReason;
  /** The tokens; by default about one for every four characters. */
  readonly usage?: ScriptedUsage;
  readonly pace?: Pace;
}

/** The user's text at this position: it is never sent and only helps to find the position of a conversation. */
export interface UserCue {
  readonly kind: 'user';
  readonly text: string;
}

/** The service answers with an HTTP error, or breaks its stream with an error event. */
export interface Failure {
  readonly kind: 'failure';
  readonly status: number;
  readonly message?: string;
  readonly type?: string;
  readonly code?: string;
  readonly param?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A stream sends this many chunks of the next answer, then the error; a plain request gets the status. */
  readonly afterChunks?: number;
  /** The number of attempts that fail before one succeeds; all by default. */
  readonly times?: number;
}

/** Status 429 with the service's rate-limit headers. */
export interface RateLimit {
  readonly kind: 'rate-limit';
  /** The value of `retry-after-ms`, and of `retry-after` in whole seconds; 1000 by default. */
  readonly retryAfterMs?: number;
  /** The number of attempts that fail before one succeeds; all by default. */
  readonly times?: number;
}

/** A connection that breaks, or stays silent until the client closes it. */
export interface Interruption {
  readonly kind: 'cut' | 'hang';
  /** The number of chunks of the next answer that are sent first; if absent, not even headers are sent. */
  readonly afterChunks?: number;
  /** The number of attempts that fail before one succeeds; all by default. */
  readonly times?: number;
}

/** An entry between a request and the next answer. */
export type Obstacle = Failure | RateLimit | Interruption;

/** One entry of a script. */
export type ScriptEntry = Answer | UserCue | Obstacle;

/** The script of one chat's model, in order. */
export interface Script {
  readonly entries: readonly ScriptEntry[];
  /**
   * How the answer is chosen: by the progress of the conversation (default), or by the order of arrival, in which the
   * nth request gets the nth answer and the obstacles before it.
   */
  readonly order?: 'conversation' | 'arrival';
  /** The first answer that may be given, starting at 0, whatever the conversation looks like; 0 by default. */
  readonly startAt?: number;
  /** Tool names that requests may have in any form, besides those that the entries call. */
  readonly toolNames?: readonly string[];
  /** The reaction to a conversation past the last answer: an API error, or that answer again. */
  readonly atEnd?: 'error' | 'repeat';
}
