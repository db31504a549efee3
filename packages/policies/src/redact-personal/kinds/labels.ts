import type { Stretch } from './kind.ts';

/** Words near a value that name its kind. */
export interface Labels {
  /** A pattern for the text before the value. */
  readonly before?: RegExp;
  /** The characters before the value to search. Default: 40. */
  readonly reach?: number;
  /** A pattern for the text right after the value. */
  readonly after?: RegExp;
}

const REACH = 40;
const REACH_AFTER = 16;

/**
 * Whether the text around the value names its kind.
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
