import { spend } from '../../shared/budget/work-budget.ts';
import { bareAuthority } from '../hosts/bare-authority.ts';

/** A scheme in lower case and an authority (the text between `//` and the path) that a client would connect to. */
export interface Target {
  readonly scheme: string;
  readonly authority: string;
}

/** The cost of a colon that may belong to a URL, in units of work. */
const PER_COLON = 20;
const USER_WITH_BACKSLASH =
  /\b([a-z]{2,5}):\/\/[^\s/?#@\\]{1,255}\\[^\s/?#@]{0,255}@([^\s/?#\\]{1,255})/gi;
/** Schemes that work with any number of slashes, including none, of either kind. */
const SPECIAL = new Set(['http', 'https', 'ws', 'wss', 'ftp']);
const SCHEME_CHARACTER = /[a-z0-9+.-]/i;
const LONGEST_SCHEME = 64;
const AUTHORITY_END = /[/\\?#]/;
/** Blanks, but not U+FEFF, which URL parsers drop. */
const BLANK = /[^\S\uFEFF]/;
/** Signs that no host has and no reader of text takes for part of a URL. */
const TEXT_END = /[<>"`|^/\\?#]|[^\S\uFEFF]/;

/** Returns every URL of a text once: the whole text as URL parsers read it, and the URLs inside it. */
export function urlsIn(text: string): readonly Target[] {
  const found = new Map<string, Target>();
  const add = (target: Target | undefined): void => {
    if (target !== undefined) found.set(`${target.scheme} ${target.authority}`, target);
  };
  add(wholeUrl(text));
  if (text.includes('\\')) for (const target of behindBackslash(text)) add(target);
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', colon + 1))
    add(urlAround(text, colon));
  return [...found.values()];
}

/**
 * Finds hosts behind a backslash. `http://good.test\@evil.test/` is good.test to the standard, and evil.test to clients
 * that take the backslash for a part of the user's name.
 */
function* behindBackslash(text: string): Generator<Target | undefined> {
  for (const [, scheme = '', host = ''] of text.matchAll(USER_WITH_BACKSLASH)) {
    spend(host.length + PER_COLON);
    yield targetOf(scheme.toLowerCase(), bareAuthority(host));
  }
}

/** Reads the whole text as a URL: parsers drop tabs and line breaks anywhere, and blanks and controls around it. */
function wholeUrl(text: string): Target | undefined {
  const url = trimmed(text.replaceAll(/[\t\n\r]/g, ''));
  const scheme = /^([a-z][a-z0-9+.-]{0,63}):/i.exec(url)?.[1]?.toLowerCase();
  if (scheme === undefined) return /^[/\\]{2}/.test(url) ? ofSameScheme(url) : undefined;
  const start = scheme.length + 1;
  if (!SPECIAL.has(scheme) && !url.startsWith('//', start)) return undefined;
  return wholeAuthority(scheme, url, start);
}

function wholeAuthority(scheme: string, url: string, from: number): Target | undefined {
  const start = afterSlashes(scheme, url, from);
  const rest = url.slice(start);
  const end = rest.search(AUTHORITY_END);
  const authority = end < 0 ? rest : rest.slice(0, end);
  // A host with a blank is a sentence: no parser accepts it. Before an `@`, parsers accept blanks.
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  return BLANK.test(host) ? undefined : targetOf(scheme, bareAuthority(authority));
}

/** Reads `//host`, but no XPath and no comment: their first part is no host with a dot. */
function ofSameScheme(url: string): Target | undefined {
  const target = wholeAuthority('https', url, 0);
  if (target === undefined || !url.startsWith('//')) return target;
  const host = URL.parse(url, 'https://site')?.hostname ?? '';
  return /[.[]/.test(host) || host === 'localhost' ? target : undefined;
}

function urlAround(text: string, colon: number): Target | undefined {
  const slash = text[colon + 1];
  if (slash !== '/' && slash !== '\\') return undefined;
  spend(PER_COLON);
  const scheme = schemeBefore(text, colon);
  if (scheme === '' || (!SPECIAL.has(scheme) && !text.startsWith('//', colon + 1)))
    return undefined;
  const start = afterSlashes(scheme, text, colon + 1);
  const rest = text.slice(start);
  const end = rest.search(TEXT_END);
  return targetOf(scheme, bareAuthority(end < 0 ? rest : rest.slice(0, end)));
}

/** Returns a target, unless its authority is empty: only a file may have no host. */
function targetOf(scheme: string, authority: string): Target | undefined {
  return authority === '' && scheme !== 'file' ? undefined : { scheme, authority };
}

function schemeBefore(text: string, colon: number): string {
  let start = colon;
  const least = Math.max(0, colon - LONGEST_SCHEME);
  while (start > least && SCHEME_CHARACTER.test(text[start - 1]!)) start--;
  return text
    .slice(start, colon)
    .replace(/^[^a-z]+/i, '')
    .toLowerCase();
}

function afterSlashes(scheme: string, text: string, from: number): number {
  const most = SPECIAL.has(scheme) ? text.length : from + 2;
  let start = from;
  while (start < most && (text[start] === '/' || text[start] === '\\')) start++;
  return start;
}

function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 32) start++;
  while (end > start && text.charCodeAt(end - 1) <= 32) end--;
  return text.slice(start, end);
}
