import type { Dict } from '@interpose/core';

/** What a real recording does that a tidy conversation would not; each is counted, none is skipped. */
export type IrregularKind =
  /** An assistant message without text and without calls. */
  | 'empty_answer'
  /** Joined into one answer where nothing was called between them: the wire has one message per answer. */
  | 'consecutive_assistant_messages'
  | 'consecutive_user_messages'
  | 'text_beside_calls'
  | 'tool_error'
  | 'call_without_result'
  /** Left out: no request may hold it. */
  | 'result_without_call'
  /** A second result for one call; the first counts. */
  | 'repeated_result'
  | 'results_out_of_order'
  | 'ends_with_user'
  /** The last message is calls or their results. */
  | 'ends_mid_loop'
  /** The user speaks although calls or their results wait for an answer. */
  | 'loop_cut_by_user'
  /** The assistant speaks before any user; an empty user message opens the chat in its place. */
  | 'assistant_first'
  /** A second system message, or one that does not come first; joined into the instructions. */
  | 'extra_system_message'
  | 'call_without_id'
  /** Its tool is called `unnamed_tool`. */
  | 'call_without_name'
  /** An id that an earlier call of the run has; made unique only inside one message. */
  | 'repeated_call_id'
  | 'arguments_missing'
  | 'arguments_not_object'
  /** A text that is no JSON. */
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
  /** A message of a role that no API knows; left out. */
  | 'unknown_role'
  /** `NaN` or an infinity in the row's JSON; read as null. */
  | 'number_not_json'
  /** No assistant message at all. */
  | 'nothing_said';

/** How a tool call ended in the recording. */
export type RecordedOutcome =
  | { readonly kind: 'result'; readonly content: string }
  | { readonly kind: 'error'; readonly message: string }
  /** Nothing was recorded. */
  | { readonly kind: 'missing' };

/** What the recorded arguments are; missing ones are served as `{}`. */
export type ArgumentsForm = 'object' | 'not-object' | 'unparseable' | 'missing';

/** One tool call of a recording. */
export interface RecordedCall {
  /** As recorded, and unique in its turn; calls of other turns and chats may have it too. */
  readonly id: string;
  readonly name: string;
  /** Parsed; the text itself where it is no JSON. */
  readonly args: unknown;
  /** Hosts run a tool on an object; most refuse text that is no JSON, so that the tool never runs. */
  readonly argumentsForm: ArgumentsForm;
  /** The arguments' text: exactly the recorded one, or the JSON of recorded values. */
  readonly rawArguments: string;
  readonly outcome: RecordedOutcome;
}

/** One answer of the model. */
export interface RecordedTurn {
  /** Empty where the model gave no text. */
  readonly text: string;
  readonly calls: readonly RecordedCall[];
}

/** What the user says, and everything up to the next time that the user speaks. */
export interface RecordedChat {
  /** One text as a rule, several where they follow each other; an empty one where the assistant speaks first. */
  readonly user: readonly string[];
  /** The answers in order: the model was asked so many times. */
  readonly turns: readonly RecordedTurn[];
  /** The last thing in it: an answer without calls, calls with or without results, or the user. */
  readonly ending: 'answer' | 'calls' | 'user';
}

/** One recorded agent run, whatever format it was stored in. */
export interface RecordedRun {
  /** What the row says of itself in one line; unique in no file. */
  readonly id: string;
  readonly source: 'agentdyn' | 'chat-completions';
  /** The system messages, joined by an empty line. */
  readonly instructions?: string;
  readonly chats: readonly RecordedChat[];
  /** The names of all tools called, in order of their first call. */
  readonly tools: readonly string[];
  /** Only the kinds that occur. */
  readonly irregular: Readonly<Partial<Record<IrregularKind, number>>>;
  /** All that the row holds beside its messages. */
  readonly metadata: Dict;
}
