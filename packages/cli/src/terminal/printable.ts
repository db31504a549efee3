/**
 * Controls, which a terminal obeys, and signs that hide what is written or turn its order around. The two joiners stay:
 * words of several languages need them.
 */
const UNSEEN = /[[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]--[\t\u200c\u200d]]/gv;

/**
 * Returns one line in which everything can be seen: what a terminal would obey or hide is written as `\u001b`, as in
 * JSON. Names come from models and from files, and reasons from anywhere. The same as `printable` of
 * `@interpose/core/log`, since the command starts without loading core.
 */
export function printable(line: string): string {
  return line.replaceAll(UNSEEN, escaped);
}

function escaped(sign: string): string {
  if (sign === '\n') return String.raw`\n`;
  const units = sign.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  return units.map((unit) => String.raw`\u${unit}`).join('');
}
