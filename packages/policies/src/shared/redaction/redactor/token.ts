/** A token, which the model reads in place of a value: `<EMAIL_ADDRESS_1>`. The bounds keep the search linear. */
const TOKEN: RegExp = /<([A-Z][A-Z0-9_]{0,39})_([1-9]\d{0,5})>/g;

/** The beginning of a token at the end of a growing text. */
const BEGUN = /<(?:[A-Z][A-Z0-9_]{0,46})?$/;

const LONGEST_BEGUN = 48;

/** The highest number a token can have. */
export const HIGHEST_NUMBER = 999_999;

/** A token in a text; the offsets are in UTF-16 units, the end is exclusive. */
export interface FoundToken {
  readonly start: number;
  readonly end: number;
  readonly token: string;
  readonly type: string;
}

/**
 * Writes the token for the nth value of a type.
 *
 * @example
 * writeToken('EMAIL_ADDRESS', 1); // '<EMAIL_ADDRESS_1>'
 */
export function writeToken(type: string, number: number): string {
  return `<${type}_${number}>`;
}

/**
 * Returns everything in a text that looks like a token, whoever wrote it.
 *
 * @example
 * findTokens('to <EMAIL_ADDRESS_1>'); // [{ start: 3, end: 20, token: '<EMAIL_ADDRESS_1>', type: 'EMAIL_ADDRESS' }]
 */
export function findTokens(text: string): readonly FoundToken[] {
  if (!text.includes('<')) return [];
  return Array.from(text.matchAll(TOKEN), (hit) => ({
    start: hit.index,
    end: hit.index + hit[0].length,
    token: hit[0],
    type: hit[1] ?? '',
  }));
}

/**
 * Returns the index of a token that more text may complete; the length of the text if there is none.
 *
 * @example
 * tokenPendingFrom('write to <EMAIL_ADD'); // 9
 */
export function tokenPendingFrom(text: string): number {
  const tail = text.slice(-LONGEST_BEGUN);
  const begun = BEGUN.exec(tail);
  return begun === null ? text.length : text.length - tail.length + begun.index;
}
