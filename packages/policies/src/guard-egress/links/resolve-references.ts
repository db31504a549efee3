import { spend } from '../../shared/budget/work-budget.ts';

/** The names of signs that occur in addresses; a blank is written as in addresses. */
const SIGNS = `excl ! quot " QUOT " num # dollar $ percnt % amp & AMP & apos ' lpar ( rpar ) ast * midast * plus + comma , period .
  sol / colon : semi ; lt < LT < equals = gt > GT > quest ? commat @ lsqb [ lbrack [ bsol \\ rsqb ] rbrack ] Hat ^
  lowbar _ UnderBar _ grave \` lcub { lbrace { verbar | vert | VerticalLine | rcub } rbrace } nbsp %20
  NonBreakingSpace %20 Tab  NewLine  ZeroWidthSpace  shy `;
const NAMED: ReadonlyMap<string, string> = new Map(
  Array.from(SIGNS.matchAll(/(\w+) (\S*)/g), ([, name = '', sign = '']) => [name, sign]),
);
const LONGEST_NAME = 16;
const LONGEST_NUMBER = 8;
const SEMICOLON = 0x3b;
/** The cost of resolving one reference, in units of work. */
const PER_REFERENCE = 1.5;

interface Reference {
  readonly end: number;
  /** Undefined when the reference stands for a character that addresses do not hold. */
  readonly sign: string | undefined;
}

/** Resolves character references, also without a semicolon. By hand, since a RegExp takes five times as long. */
export function resolveReferences(text: string): string {
  let result = '';
  let copied = 0;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', Math.max(at + 1, copied))) {
    const { end, sign } = text[at + 1] === '#' ? byNumber(text, at + 2) : byName(text, at + 1);
    if (sign === undefined) continue;
    spend(PER_REFERENCE);
    result += text.slice(copied, at) + sign;
    copied = text.charCodeAt(end) === SEMICOLON ? end + 1 : end;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

function byName(text: string, from: number): Reference {
  let end = from;
  while (end < from + LONGEST_NAME && isLetter(text.charCodeAt(end))) end++;
  // Most ampersands are signs of code and no references.
  return { end, sign: end - from < 2 ? undefined : NAMED.get(text.slice(from, end)) };
}

function byNumber(text: string, from: number): Reference {
  const isHexadecimal = text[from] === 'x' || text[from] === 'X';
  const radix = isHexadecimal ? 16 : 10;
  const start = isHexadecimal ? from + 1 : from;
  let end = start;
  let code = 0;
  for (; end < start + LONGEST_NUMBER; end++) {
    const digit = digitOf(text.charCodeAt(end));
    if (digit >= radix) break;
    code = code * radix + digit;
  }
  return { end, sign: end === start ? undefined : characterOf(code) };
}

function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const small = code | 0x20;
  return small >= 0x61 && small <= 0x66 ? small - 0x57 : Infinity;
}

function isLetter(code: number): boolean {
  const small = code | 0x20;
  return small >= 0x61 && small <= 0x7a;
}

/** Returns the character of a code; nothing for tabs and line breaks, which browsers drop from addresses. */
function characterOf(code: number): string {
  const isIgnored = code === 9 || code === 10 || code === 13;
  if (isIgnored || code > 0x10_ff_ff) return '';
  const character = String.fromCodePoint(code);
  return /\s/.test(character) ? encodeURIComponent(character) : character;
}
