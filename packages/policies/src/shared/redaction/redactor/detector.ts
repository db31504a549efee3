/**
 * A part of a text that not everybody should read; offsets in UTF-16 units, end exclusive.
 *
 * @example
 * const found: Span = { start: 0, end: 8, type: 'TICKET' };
 */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** The type in upper case with underscores, for example `EMAIL_ADDRESS`; the token is `<EMAIL_ADDRESS_1>`. */
  readonly type: string;
}

/**
 * Finds values of its types in a text, in linear time.
 *
 * @example
 * const tickets: Detector = { types: ['TICKET'], find: (text) => [...text.matchAll(/\bT-\d{6}\b/g)].map((hit) => ({ start: hit.index, end: hit.index + 8, type: 'TICKET' })) };
 */
export interface Detector {
  readonly types: readonly string[];
  /** Returns spans by their start; they may overlap with spans of other detectors. */
  find(text: string): readonly Span[];
  /** Returns, in a growing text, the index of a value that more text may complete; the length if there is none. */
  pendingFrom?(text: string): number;
}
