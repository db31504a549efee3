/** Controls, which a terminal obeys, and signs that hide what is written or turn its order around. */
const UNSEEN =
  // oxlint-disable-next-line eslint/no-control-regex -- they are what must not get out
  /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/**
 * Returns one line in which everything can be seen: what a terminal would obey or hide is written as `\u001b`, as in
 * JSON. Names come from models and from files, and reasons from anywhere.
 */
export function printable(line: string): string {
  return line.replaceAll(UNSEEN, escaped);
}

function escaped(sign: string): string {
  if (sign === '\n') return String.raw`\n`;
  const units = sign.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  return units.map((unit) => String.raw`\u${unit}`).join('');
}
