import type { Dict } from '@interpose/core';

/** Irregularities of real recordings; each is counted, none is skipped. */
export type IrregularKind =
  /** An assistant message without text and without calls. */
  | 'empty_answer'
  /** Assistant messages in a row without calls; joined, since the wire has one message per answer. */
  | 'consecutive_assistant_messages'
  | 'consecutive_user_messages'
  | 'text_beside_calls'
  | 'tool_error'
  | 'call_without_result'
  /** A result without a call; left out, since no request may hold it. */
  | 'result_without_call'
  /** A second result for one call; the first is used. */
  | 'repeated_result'
  | 'results_out_of_order'
  | 'ends_with_user'
  /** The recording ends with calls or their results. */
  | 'ends_mid_loop'
  /** The user speaks while calls or their results wait for an answer. */
  | 'loop_cut_by_user'
  /** The assistant speaks before any user; an empty user message opens the chat. */
  | 'assistant_first'
  /** A second or late system message; joined to the instructions. */
  | 'extra_system_message'
  | 'call_without_id'
  /** A call without a name; its tool is called `unnamed_tool`. */
  | 'call_without_name'
  /** The id of an earlier call in the run; made unique only within one message. */
  | 'repeated_call_id'
  | 'arguments_missing'
  | 'arguments_not_object'
  /** Arguments that are no JSON. */
  | 'arguments_unparseable'
  /** A name that the wire's pattern for tool names does not allow. */
  | 'unusual_tool_name'
  /** A system, user or tool message without content; read as an empty text. */
  | 'missing_content'
  | 'content_in_parts'
  /** Content that is neither text nor parts of text: written as JSON. */
  | 'content_not_text'
  | 'lone_surrogate'
  | 'legacy_function_call'
  /** A message with an unknown role; left out. */
  | 'unknown_role'
  /** `NaN` or infinity in the JSON; read as null. */
  | 'number_not_json'
  /** No assistant message. */
  | 'nothing_said';

/** How a tool call ended in the recording. */
export type RecordedOutcome =
  | { readonly kind: 'result'; readonly content: string }
  | { readonly kind: 'error'; readonly message: string }
  /** No outcome was recorded. */
  | { readonly kind: 'missing' };

/** The form of the recorded arguments; missing ones are served as `{}`. */
export type ArgumentsForm = 'object' | 'not-object' | 'unparseable' | 'missing';

/** One tool call of a recording. */
export interface RecordedCall {
  /** The recorded id, unique in its turn; calls of other turns and chats may share it. */
  readonly id: string;
  readonly name: string;
  /** The parsed arguments; the text itself if it is no JSON. */
  readonly args: unknown;
  /** Hosts run a tool on an object; most refuse text that is no JSON, so that the tool never runs. */
  readonly argumentsForm: ArgumentsForm;
  /** The text of the arguments: the recorded text, or the JSON of recorded values. */
  readonly rawArguments: string;
  readonly outcome: RecordedOutcome;
}

/** One answer of the model. */
export interface RecordedTurn {
  /** The text; empty if the model gave none. */
  readonly text: string;
  readonly calls: readonly RecordedCall[];
}

/** The user's messages, and everything up to the user's next message. */
export interface RecordedChat {
  /** Usually one text, or several in a row; one empty text if the assistant speaks first. */
  readonly user: readonly string[];
  /** The answers in order, one for each request to the model. */
  readonly turns: readonly RecordedTurn[];
  /** The last part: an answer without calls, calls with or without results, or the user. */
  readonly ending: 'answer' | 'calls' | 'user';
}

/** One recorded agent run, independent of its file format. */
export interface RecordedRun {
  /** A name for the run from its metadata, in one line; not unique. */
  readonly id: string;
  readonly source: 'agentdyn' | 'chat-completions';
  /** The system messages, joined by an empty line. */
  readonly instructions?: string;
  readonly chats: readonly RecordedChat[];
  /** The names of all tools called, in order of their first call. */
  readonly tools: readonly string[];
  /** The number of irregularities by kind, for the kinds that occur. */
  readonly irregular: Readonly<Partial<Record<IrregularKind, number>>>;
  /** Everything in the row except its messages. */
  readonly metadata: Dict;
}
