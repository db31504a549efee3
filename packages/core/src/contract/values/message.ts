/**
 * A plain object with string keys.
 *
 * @example
 * const args: Dict = { city: 'Rome', days: 3 };
 */
export type Dict = Readonly<Record<string, unknown>>;

/**
 * One piece of a message or of a model's answer. The union is the same in every framework.
 *
 * @example
 * const part: Part = { type: 'text', text: 'hello' };
 */
export type Part =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | FilePart
  | { readonly type: 'data'; readonly data: unknown }
  | ToolCallPart
  | ToolResultPart
  | OtherPart;

/**
 * A file by value (`data`, base64) or by reference (`url`).
 *
 * @example
 * const image: FilePart = { type: 'file', mediaType: 'image/png', data: 'iVBORw0KGgo=' };
 */
export interface FilePart {
  readonly type: 'file';
  /** IANA media type, for example `image/png`. */
  readonly mediaType: string;
  readonly name?: string;
  /** Base64 without a data-URL prefix. */
  readonly data?: string;
  readonly url?: string;
}

/**
 * A tool call inside a message.
 *
 * @example
 * const part: ToolCallPart = { type: 'tool-call', id: 'call_1', name: 'weather', args: { city: 'Rome' } };
 */
export interface ToolCallPart {
  readonly type: 'tool-call';
  readonly id: string;
  readonly name: string;
  readonly args: Dict;
}

/**
 * The outcome of a tool call: a result or an error text.
 *
 * @example
 * const part: ToolResultPart = { type: 'tool-result', id: 'call_1', name: 'weather', result: { celsius: 21 } };
 */
export interface ToolResultPart {
  readonly type: 'tool-result';
  readonly id: string;
  readonly name: string;
  readonly result?: unknown;
  readonly error?: string;
}

/**
 * A part that only the host understands. It passes through unchanged.
 *
 * @example
 * const part: OtherPart = { type: 'other', kind: 'audio' };
 */
export interface OtherPart {
  readonly type: 'other';
  readonly kind: string;
}

/**
 * The source of a statement in an answer.
 *
 * @example
 * const source: Source = { title: 'Opening hours', url: 'https://example.com/hours' };
 */
export interface Source {
  readonly id?: string;
  readonly title?: string;
  readonly url?: string;
}

/**
 * One message of a conversation.
 *
 * @example
 * const message: Message = { role: 'user', content: [{ type: 'text', text: 'hello' }] };
 * textOf(message); // => 'hello'
 */
export interface Message {
  readonly id?: string;
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: readonly Part[];
  readonly citations?: readonly Source[];
  readonly metadata?: Dict;
}
