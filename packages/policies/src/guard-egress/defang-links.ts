import { decodeMarkup } from './decode-markup.ts';
import { findLinks, type FoundLink } from './find-links.ts';

/** Tells whether a link may stay, by its host with user name and port. */
export type LinkTest = (authority: string) => boolean;

const WORD = /\S+/g;
const MARKED = /[&\\]/;

/**
 * The text with links that may not stay made unreadable for browsers: `hxxps://evil[.]test/…`. Also where character
 * references or backslashes hide them.
 */
export function defangLinks(text: string, mayStay: LinkTest): string {
  const plain = replaced(text, mayStay);
  if (!MARKED.test(plain)) return plain;
  return plain.replaceAll(WORD, (word) => {
    if (!MARKED.test(word)) return word;
    const decoded = decodeMarkup(word);
    const defanged = replaced(decoded, mayStay);
    return defanged === decoded ? word : defanged;
  });
}

function replaced(text: string, mayStay: LinkTest): string {
  let result = '';
  let copied = 0;
  for (const link of findLinks(text)) {
    if (mayStay(link.authority)) continue;
    result += text.slice(copied, link.start) + unreadable(text, link);
    copied = link.end;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

function unreadable(text: string, { start, end, authority }: FoundLink): string {
  const before = text.slice(start, end - authority.length);
  return before.replace(/tt/i, 'xx') + authority.replaceAll('.', '[.]');
}
