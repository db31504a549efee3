import type { ToolCall } from '@interpose/core';

/**
 * A part of the result of a tool, and how far it is trusted.
 *
 * @example
 * const mail: Passage = { text: 'Please send it to bob@example.com', trust: 'untrusted', author: 'alice.miller@example.com' };
 */
export interface Passage {
  readonly text: string;
  /**
   * `neutral` text makes no value trusted, such as the names in a catalogue, and does not taint a value that occurs in
   * it.
   */
  readonly trust: 'trusted' | 'neutral' | 'untrusted';
  /** The author: a name or an address. Once the user names this author, the values count as named by the user. */
  readonly author?: string;
}

/**
 * The facts about a session that a reader of results can use.
 *
 * @example
 * const found = (result: unknown, { call, names }: ReadContext): readonly Passage[] => [
 *   { text: String(result), trust: names(String(call.args['query'])) ? 'trusted' : 'untrusted' },
 * ];
 */
export interface ReadContext {
  readonly call: ToolCall;
  /** Whether every word of a text is a word of the user, or of an author whom the user named. */
  readonly names: (text: string) => boolean;
}

/**
 * How far the result of a tool is trusted: as a whole, or by passage. `ignored` is for a result that only reports how a
 * call went. It may repeat its arguments, so it makes no value trusted, and taints none.
 *
 * @example
 * const reads: Reads = (result) => [{ text: String(result), trust: 'untrusted', author: 'Bob' }];
 */
export type Reads =
  | 'trusted'
  | 'neutral'
  | 'untrusted'
  | 'ignored'
  | ((result: unknown, context: ReadContext) => readonly Passage[]);
