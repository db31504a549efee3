/**
 * A sign that every value of a kind contains: an `@`, a digit, `://`, or a dot before a letter.
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
 * One kind of personal data: a cheap bounded pattern, and an exact check.
 *
 * @example
 * const [card]: readonly Kind[] = kindsOf(['CREDIT_CARD']);
 */
export interface Kind {
  /** For example `EMAIL_ADDRESS`. */
  readonly type: string;
  /** A text without this sign holds no value of the kind. */
  readonly trigger: Trigger;
  /**
   * A global pattern with bounded repetitions. A hit has no blanks, or single ones before digits, capitals, brackets or
   * signs. The pattern looks at most one character around the hit.
   */
  readonly pattern: RegExp;
  /** Returns the part of the hit that is a value; undefined for none. */
  readonly check: (text: string, hit: Stretch) => Stretch | undefined;
}
