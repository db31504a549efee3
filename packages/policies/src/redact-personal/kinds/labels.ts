import type { Stretch } from './kind.ts';

/** Words around a value that tell what it is. */
export interface Labels {
  /** Looked for in what stands before the value. */
  readonly before?: RegExp;
  /** How far before, in characters: 40 by default. */
  readonly reach?: number;
  /** Looked for right after the value. */
  readonly after?: RegExp;
}

const REACH = 40;
const REACH_AFTER = 16;

/**
 * True when the text around the value says what it is.
 *
 * @example
 * hasLabel('SSN 078 05 1120', { start: 4, end: 15 }, { before: /ssn/i }); // true
 */
export function hasLabel(
  text: string,
  { start, end }: Stretch,
  { before, reach = REACH, after }: Labels,
): boolean {
  if (before?.test(text.slice(Math.max(0, start - reach), start)) === true) return true;
  return after?.test(text.slice(end, end + REACH_AFTER)) === true;
}
