import type { ToolCall } from '@interpose/core';

/**
 * A piece of what a tool gave back, and how far it is trusted.
 *
 * @example
 * const mail: Passage = { text: 'Please send it to bob@example.com', trust: 'untrusted', author: 'alice.miller@example.com' };
 */
export interface Passage {
  readonly text: string;
  /**
   * `neutral` for what is neither: names in a catalogue make no value trusted, and a value is not tainted because it stands
   * there.
   */
  readonly trust: 'trusted' | 'neutral' | 'untrusted';
  /** Who wrote it: a name or an address. Once the user names this author, its values count as named by the user. */
  readonly author?: string;
}

/**
 * What a reader of results may ask about the session.
 *
 * @example
 * const found = (result: unknown, { call, names }: ReadContext): readonly Passage[] => [
 *   { text: String(result), trust: names(String(call.args['query'])) ? 'trusted' : 'untrusted' },
 * ];
 */
export interface ReadContext {
  readonly call: ToolCall;
  /** True when every word of the text is a word of the user, or of somebody the user pointed at. */
  readonly names: (text: string) => boolean;
}

/**
 * How far the result of a tool is trusted: as a whole, or passage by passage. `ignored` is for a result that only tells
 * how a call went: it may repeat its arguments, so it makes no value trusted, and brings nothing in either.
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
