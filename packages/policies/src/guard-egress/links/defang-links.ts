import { spend } from '../../shared/budget/work-budget.ts';
import { decodeMarkup } from './decode-markup.ts';
import { findLinks, type FoundLink } from './find-links.ts';

/** Tells whether a link may stay, by its host with user name and port. */
export type LinkTest = (authority: string) => boolean;

const WORD = /\S+/g;
const MARKED = /[&\\]/;
/** What decoding it costs, in units of work. */
const PER_MARKED_WORD = 20;
const DOT = /[.。．｡]|%2e/gi;

/**
 * The text with links that may not stay made unreadable for browsers: `hxxps://evil[.]test/…`. Also where character
 * references or backslashes hide them. What stands before the text, where it is the rest of one, tells what is a link.
 */
export function defangLinks(text: string, mayStay: LinkTest, left: string = ''): string {
  const plain = replaced(text, mayStay, left);
  if (!MARKED.test(plain)) return plain;
  return plain.replaceAll(WORD, (word) => {
    if (!MARKED.test(word)) return word;
    spend(PER_MARKED_WORD);
    const decoded = decodeMarkup(word);
    const defanged = replaced(decoded, mayStay, '');
    return defanged === decoded ? word : defanged;
  });
}

function replaced(text: string, mayStay: LinkTest, left: string): string {
  const whole = left + text;
  let result = '';
  let copied = left.length;
  for (const link of findLinks(whole)) {
    if (link.from < left.length || mayStay(link.authority)) continue;
    const start = Math.max(link.start, copied);
    result += whole.slice(copied, start) + unreadable(whole, { ...link, start });
    copied = link.end;
  }
  return result === '' ? text : result + whole.slice(copied);
}

/** No browser reads a host with `[.]` in it. */
function unreadable(text: string, { start, from, end }: FoundLink): string {
  const before = text.slice(start, from);
  const authority = text.slice(from, end);
  const scheme = before.replace(/t([\t\n\r]*)t/i, 'x$1x');
  const host = authority.replaceAll(DOT, '[.]');
  return scheme === before && host === authority ? `${before}[.]${authority}` : scheme + host;
}
