/** How many characters a text of a verdict may have. Models read it, and a policy may quote what an attacker wrote. */
const MOST_CHARACTERS = 4000;

const NOTICE = `… (cut: a text of a verdict has at most ${MOST_CHARACTERS} characters)`;

/** Returns the text, or its beginning with a notice if it is too long. */
export function boundedText(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  const end = MOST_CHARACTERS - NOTICE.length;
  // A character of two code units is not cut in half.
  const isHalf = (text.codePointAt(end - 1) ?? 0) > 0xffff;
  return text.slice(0, isHalf ? end - 1 : end) + NOTICE;
}
