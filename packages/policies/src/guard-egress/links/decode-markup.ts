/** What stands for a sign in an address; a blank is written as addresses write it. */
const SIGNS = `excl ! quot " QUOT " num # dollar $ percnt % amp & AMP & apos ' lpar ( rpar ) ast * midast * plus + comma , period .
  sol / colon : semi ; lt < LT < equals = gt > GT > quest ? commat @ lsqb [ lbrack [ bsol \\ rsqb ] rbrack ] Hat ^
  lowbar _ UnderBar _ grave \` lcub { lbrace { verbar | vert | VerticalLine | rcub } rbrace } nbsp %20
  NonBreakingSpace %20 Tab  NewLine  ZeroWidthSpace  shy `;
const NAMED: ReadonlyMap<string, string> = new Map(
  Array.from(SIGNS.matchAll(/(\w+) (\S*)/g), ([, name = '', sign = '']) => [name, sign]),
);
const REFERENCE = /&(?:#(\d{1,8})|#x([\da-f]{1,8})|([a-z]{2,16}));?/gi;
/** In Markdown a backslash before a sign stands for the sign. */
const ESCAPE = /\\([!-/:-@[-`{-~])/g;

/** A text as a reader of Markdown and HTML sees it: character references and backslashes resolved. */
export function decodeMarkup(text: string): string {
  return text
    .replaceAll(
      REFERENCE,
      (written, decimal?: string, hexadecimal?: string, name?: string) =>
        characterOf(decimal, hexadecimal) ?? NAMED.get(name ?? '') ?? written,
    )
    .replaceAll(ESCAPE, '$1');
}

function characterOf(decimal?: string, hexadecimal?: string): string | undefined {
  if (decimal === undefined && hexadecimal === undefined) return undefined;
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  const isIgnored = code === 9 || code === 10 || code === 13;
  if (isIgnored || code > 0x10_ff_ff) return '';
  const character = String.fromCodePoint(code);
  return /\s/.test(character) ? encodeURIComponent(character) : character;
}
