const NAMED: Readonly<Record<string, string>> = {
  colon: ':',
  sol: '/',
  bsol: '\\',
  period: '.',
  quest: '?',
  num: '#',
  commat: '@',
  amp: '&',
  lpar: '(',
  rpar: ')',
  equals: '=',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  Tab: '',
  NewLine: '',
  ZeroWidthSpace: '',
  shy: '',
};
const REFERENCE = /&(?:#(\d{1,8})|#x([\da-f]{1,8})|([a-z]{2,16}));?/gi;
/** In Markdown a backslash before a sign stands for the sign. */
const ESCAPE = /\\([!-/:-@[-`{-~])/g;

/** A text as a reader of Markdown and HTML sees it: character references and backslashes resolved. */
export function decodeMarkup(text: string): string {
  return text
    .replaceAll(
      REFERENCE,
      (written, decimal?: string, hexadecimal?: string, name?: string) =>
        characterOf(decimal, hexadecimal) ?? NAMED[name ?? ''] ?? written,
    )
    .replaceAll(ESCAPE, '$1');
}

function characterOf(decimal?: string, hexadecimal?: string): string | undefined {
  if (decimal === undefined && hexadecimal === undefined) return undefined;
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  const isIgnored = code === 9 || code === 10 || code === 13;
  return isIgnored || code > 0x10_ff_ff ? '' : String.fromCodePoint(code);
}
