import type { Passage, Reads } from '../provenance/passage.ts';
import { stringsIn } from '../text/strings-in.ts';
import { textOfResult } from '../sources/text-of-result.ts';
import { recordsOf } from './records-of.ts';

/**
 * Reads a web page as untrusted text, in two forms: as it is, with links, hidden texts and comments, and without tags
 * as people read it, so that markup inside a word does not hide where a value comes from.
 *
 * @example
 * trackTaint({ tools: { fetch_page: { effect: 'none', reads: readWebPage } } });
 */
export const readWebPage: Exclude<Reads, string> = (result) =>
  stringsOr(result).flatMap(textsOfPage);

/**
 * Reads search results: untrusted titles, addresses and excerpts, each as its own text. So `oneOf` finds an address
 * that was listed, but not an address inside an excerpt.
 *
 * @example
 * trackTaint({ tools: { web_search: { effect: 'none', reads: readSearchResults } } });
 */
export const readSearchResults: Exclude<Reads, string> = (result) => {
  const hits = recordsOf(result);
  if (hits === undefined) return stringsOr(result).flatMap(textsOfPage);
  return hits.flatMap((hit) =>
    Object.entries(hit).flatMap(([name, value]) =>
      stringsOr(value).flatMap((text) => [
        ...(isAddressField(name) ? [untrusted(text)] : textsOfPage(text)),
      ]),
    ),
  );
};

function isAddressField(name: string): boolean {
  return /^(?:ur[li]|link|href|address|id)$/i.test(name);
}

function stringsOr(value: unknown): readonly string[] {
  return typeof value === 'string' ? [value] : [...stringsIn(value), textOfResult(value)];
}

function textsOfPage(text: string): readonly Passage[] {
  if (!/[<&]/.test(text)) return [untrusted(text)];
  const shown = text.replace(BREAKS, '\n').replace(/<\/?[a-z][^<>]*>/gi, '');
  return [untrusted(text), untrusted(unescaped(shown))];
}

/** Tags that separate words; any other tag can be inside a word. */
const BREAKS =
  /<\/?(?:p|div|br|hr|li|ul|ol|tr|td|th|table|h[1-6]|section|article|header|footer|nav|main|title|option|pre|blockquote)\b[^<>]*>/gi;

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  commat: '@',
  period: '.',
  colon: ':',
  sol: '/',
  shy: '',
  zwnj: '',
};

function unescaped(text: string): string {
  return text.replace(/&(?:#(x?)([0-9a-f]{1,6})|([a-z]+));/gi, (all, hex: string, code, name) => {
    if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? all;
    const point = parseInt(String(code), hex === '' ? 10 : 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : all;
  });
}

function untrusted(text: string): Passage {
  return { text, trust: 'untrusted' };
}
