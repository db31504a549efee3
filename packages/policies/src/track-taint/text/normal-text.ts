/**
 * Returns a text in the form for comparing: compatible characters unified, lower case, single spaces.
 *
 * @example
 * normalText('  Alice\n MILLER '); // => 'alice miller'
 */
export function normalText(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}

/**
 * Returns only the letters and digits of a text, so that separators, case and invisible characters hide nothing.
 *
 * @example
 * bareText('Day-Off!'); // => 'dayoff'
 */
export function bareText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/**
 * Returns the words of a text, in lower case.
 *
 * @example
 * wordsOf("Bob's T-shirt"); // => ['bob', 's', 't', 'shirt']
 */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
