/** One tool call that the model asks for. */
export interface ScriptedToolCall {
  readonly name: string;
  /** Unique to chat, turn and place by default: `call_<chat>_<turn>_<place>`. */
  readonly id?: string;
  /** The arguments as a JSON value; `{}` by default. */
  readonly args?: unknown;
  /** The arguments exactly as the model wrote them, valid JSON or not; replaces `args`. */
  readonly rawArguments?: string;
}

/** Why an answer ends, in the words of chat completions. */
export type FinishReason = 'stop' | 'length' | 'content_filter' | 'tool_calls';

/** Tokens as the service counts them. */
export interface ScriptedUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens?: number;
  readonly reasoningTokens?: number;
}

/** Milliseconds that an answer takes; a chunk is one piece of text, reasoning, refusal or arguments. */
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
  /** `tool_calls` where there are calls, else `stop`. */
  readonly finish?: FinishReason;
  /** About a token for every four characters by default. */
  readonly usage?: ScriptedUsage;
  readonly pace?: Pace;
}

/** What the user says at this place: never sent, it only helps to find the place in a conversation. */
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
  /** A stream begins, sends so many chunks of the next answer, then the error; a plain request gets the status. */
  readonly afterChunks?: number;
  /** So many attempts meet it, the next gets past; all by default. */
  readonly times?: number;
}

/** Status 429 with the service's rate-limit headers. */
export interface RateLimit {
  readonly kind: 'rate-limit';
  /** What `retry-after-ms` says, and `retry-after` in whole seconds: 1000. */
  readonly retryAfterMs?: number;
  /** So many attempts meet it, the next gets past; all by default. */
  readonly times?: number;
}

/** The connection breaks, or goes silent until the client hangs up. */
export interface Interruption {
  readonly kind: 'cut' | 'hang';
  /** So many chunks of the next answer are sent first; without it there are not even headers. */
  readonly afterChunks?: number;
  /** So many attempts meet it, the next gets past; all by default. */
  readonly times?: number;
}

/** What stands between a request and the next answer. */
export type Obstacle = Failure | RateLimit | Interruption;

/** One line of a script. */
export type ScriptEntry = Answer | UserCue | Obstacle;

/** What one chat's model says, in order. */
export interface Script {
  readonly entries: readonly ScriptEntry[];
  /**
   * What chooses the answer: how far the conversation has come, or how many requests there were;
   * in order of arrival the nth request gets the nth answer and what stands before it. `conversation` by default.
   */
  readonly order?: 'conversation' | 'arrival';
  /** No answer before this 0-based one is given, whatever the conversation looks like: 0. */
  readonly startAt?: number;
  /** Tool names that requests may hold whatever their form, beside those that the entries call. */
  readonly toolNames?: readonly string[];
  /** What a conversation gets that has passed the last answer: an API error, or that answer again. */
  readonly atEnd?: 'error' | 'repeat';
}
