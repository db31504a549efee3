/**
 * What every value of a kind has in it: an `@`, a digit, `://`, or a dot before a letter.
 *
 * @example
 * const trigger: Trigger = 'digit';
 */
export type Trigger = 'at' | 'digit' | 'scheme' | 'dot';

/**
 * A stretch of a text; offsets in UTF-16 units, end exclusive.
 *
 * @example
 * const word: Stretch = { start: 0, end: 5 };
 */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * One kind of personal data: a bounded pattern that is cheap, and a check that is exact.
 *
 * @example
 * const [card]: readonly Kind[] = kindsOf(['CREDIT_CARD']);
 */
export interface Kind {
  /** For example `EMAIL_ADDRESS`. */
  readonly type: string;
  /** A hit holds all of these. */
  readonly trigger: Trigger;
  /**
   * Global, every repetition bounded. A hit has no blanks, or single ones before digits, capitals, brackets or signs; it
   * looks no further than one character around it.
   */
  readonly pattern: RegExp;
  /** The part of the hit that is one, if any. */
  readonly check: (text: string, hit: Stretch) => Stretch | undefined;
}
