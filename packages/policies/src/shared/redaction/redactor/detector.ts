/**
 * A piece of a text that should not be read by everybody; offsets in UTF-16 units, end exclusive.
 *
 * @example
 * const found: Span = { start: 0, end: 8, type: 'TICKET' };
 */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** Upper case with underscores, for example `EMAIL_ADDRESS`; becomes the token `<EMAIL_ADDRESS_1>`. */
  readonly type: string;
}

/**
 * Finds what it knows in a text, in linear time.
 *
 * @example
 * const tickets: Detector = { types: ['TICKET'], find: (text) => [...text.matchAll(/\bT-\d{6}\b/g)].map((hit) => ({ start: hit.index, end: hit.index + 8, type: 'TICKET' })) };
 */
export interface Detector {
  readonly types: readonly string[];
  /** Spans in order of start; they may overlap with those of other detectors. */
  find(text: string): readonly Span[];
  /** Of a text that is still growing: where something begins that more text may complete; its length if nothing. */
  pendingFrom?(text: string): number;
}
