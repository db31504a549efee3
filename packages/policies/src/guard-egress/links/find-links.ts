import { spend } from '../../shared/budget/work-budget.ts';
import { bareAuthority } from '../hosts/bare-authority.ts';
import { linkStretch } from './link-stretch.ts';

/** The position of the scheme and host of a link in a text. */
export interface FoundLink {
  readonly start: number;
  /** The index where the user name, host and port begin. */
  readonly from: number;
  readonly end: number;
  readonly authority: string;
}

/** The characters that browsers drop anywhere in an address. */
const GAP = String.raw`[\t\n\r]{0,4}`;
const SLASHES = String.raw`[\\/](?:${GAP}[\\/])*`;
const SCHEME = ['https?:', 'wss?:', 'ftp:']
  .map((scheme) => scheme.replaceAll(/(?<=[a-z]\??)(?=[a-z:])/g, GAP))
  .join('|');
/** The places where Markdown and HTML put addresses. The first lookbehind fails fast on the last character. */
const PLACE = String.raw`(?<=[("'=<:,\s\0-\x20])(?<=[("'=<][\s\0-\x20]{0,8}|\]:\s{0,8}|srcset[^<>]{0,200},\s{0,8})`;
const BEGINNINGS = [
  `(?:${SCHEME})${GAP}${SLASHES}`,
  String.raw`(?=[\\/hwf])${PLACE}(?:${SCHEME}|[\\/]${GAP}${SLASHES})`,
  // Readers of Markdown make a link of this without a scheme.
  String.raw`(?=www\.)(?<![\w./@:\\-])`,
];
const LINK = new RegExp(BEGINNINGS.join('|'), 'gi');
/** The start of a link without regard to the text before it, which may have left the stream already. */
const OPEN = new RegExp(`(?:${SCHEME})(?:${GAP}${SLASHES})?|[\\\\/]${GAP}${SLASHES}|www\\.`, 'gi');

/** The cost of looking for links, in units of work. */
const PER_CHARACTER = 0.5;
const PER_LINK = 70;

/** Returns the links of a text that a browser would follow, in order. */
export function findLinks(text: string): readonly FoundLink[] {
  const links: FoundLink[] = [];
  spend(text.length * PER_CHARACTER);
  LINK.lastIndex = 0;
  for (let match = LINK.exec(text); match !== null; match = LINK.exec(text)) {
    spend(PER_LINK);
    const start = match.index;
    const from = LINK.lastIndex;
    const stretch = linkStretch(text, start, from);
    const authority = stretch.isLong ? stretch.text : bareAuthority(stretch.text);
    const isAsWritten = stretch.end - from === stretch.text.length;
    const end = isAsWritten ? from + authority.length : stretch.end;
    LINK.lastIndex = Math.max(end, start + 1);
    if (authority !== '' && (stretch.isLong || URL.canParse(`http://${authority}/`)))
      links.push({ start, from, end, authority });
  }
  return links;
}

/** Returns the index of the first link whose host is not complete yet; the length of the text where there is none. */
export function openLinkFrom(text: string, least: number): number {
  OPEN.lastIndex = least;
  for (let match = OPEN.exec(text); match !== null; match = OPEN.exec(text))
    if (!linkStretch(text, match.index, OPEN.lastIndex).isWhole) return match.index;
  return text.length;
}
