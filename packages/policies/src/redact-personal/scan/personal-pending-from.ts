/** The longest unfinished value at the end of a text: the longest address and number fit. */
const LONGEST = 128;

/** Digits with signs and single blanks, or the groups of a bank account: they may continue after a blank. */
const NUMBER_BEGUN =
  /(?:(?<!\S)[A-Z]{2}\d{2}(?: [A-Z0-9]{1,4}){0,8}|[+(]{0,2}\d[\d ().\-/\u00a0\u202f\u2010-\u2013]{0,40}|[+(]{1,2})(?: ?(?:x|#|[eE][xtension]{0,8}[.:]{0,2}) ?\d{0,6})? ?$/;
const LAST_WORD = /\S{1,128}$/;

/**
 * Returns, in a growing text, the index of personal data that may be incomplete. The last word may continue; a number
 * may continue after a blank.
 *
 * @example
 * personalPendingFrom('my number is 555 12'); // 13
 */
export function personalPendingFrom(text: string): number {
  const tail = text.slice(-LONGEST);
  const offset = text.length - tail.length;
  const number = NUMBER_BEGUN.exec(tail)?.index ?? tail.length;
  const word = LAST_WORD.exec(tail.slice(0, number))?.index ?? number;
  return offset + (number === tail.length || word < number ? word : number);
}
