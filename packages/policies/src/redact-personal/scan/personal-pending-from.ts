/** How much of a text's end may still become a value: the longest address and the longest number fit in it. */
const LONGEST = 128;

/** Digits with signs and single blanks between them, or the groups of a bank account: they may go on after a blank. */
const NUMBER_BEGUN =
  /(?:(?<!\S)[A-Z]{2}\d{2}(?: [A-Z0-9]{1,4}){0,8}|[+(]{0,2}\d[\d ().\-/\u00a0\u202f\u2010-\u2013]{0,40}|[+(]{1,2})(?: ?(?:x|#|[eE][xtension]{0,8}[.:]{0,2}) ?\d{0,6})? ?$/;
const LAST_WORD = /\S{1,128}$/;

/**
 * Of a text that still grows: where personal data may begin that is not complete. The last word may go on; a number may
 * go on after a blank.
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
