import { spend } from '../../shared/budget/work-budget.ts';
import { decodeMarkup } from './decode-markup.ts';
import { findLinks, type FoundLink } from './find-links.ts';

/** Tells whether a link may stay, by its host with user name and port. */
export type LinkTest = (authority: string) => boolean;

const MARKED = /[&\\]/;
/**
 * Where a word may hide a link: at a reference, which may stand for anything, or where a link begins with at most a
 * backslash before each sign. No backslash hides a letter.
 */
const SUSPECT = [
  String.raw`&(?:#\d|#x[\da-f]|[a-z]{2})`,
  String.raw`(?:https?|wss?|ftp)\\?:`,
  String.raw`www\\?\.`,
  String.raw`[("'=<:,\0-\x08\x0E-\x1F][\\/]{2}`,
];
/** The whole of such a word: what stands before, which is looked at last, and the rest. */
const SUSPECT_WORD = new RegExp(String.raw`(?:${SUSPECT.join('|')})(?<=(\S*))(\S*)`, 'gi');
/** What looking at a word and decoding it costs, in units of work. */
const PER_WORD = 2;
const PER_MARKED_WORD = 20;
const DOT = /[.。．｡]|%2e/gi;

/**
 * The text with links that may not stay made unreadable for browsers: `hxxps://evil[.]test/…`. Also where character
 * references or backslashes hide them. What stands before the text, where it is the rest of one, tells what is a link.
 */
export function defangLinks(text: string, mayStay: LinkTest, left: string = ''): string {
  const plain = replaced(text, mayStay, left);
  return MARKED.test(plain) ? replacedHidden(plain, mayStay) : plain;
}

/** The same for what marks hide; most words hide nothing, so only those are read that may. */
function replacedHidden(text: string, mayStay: LinkTest): string {
  let result = '';
  let copied = 0;
  SUSPECT_WORD.lastIndex = 0;
  for (let match = SUSPECT_WORD.exec(text); match !== null; match = SUSPECT_WORD.exec(text)) {
    const word = match[1]! + match[2]!;
    const defanged = withoutHidden(word, mayStay);
    if (defanged === word) continue;
    const end = SUSPECT_WORD.lastIndex;
    result += text.slice(copied, end - word.length) + defanged;
    copied = end;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

function withoutHidden(word: string, mayStay: LinkTest): string {
  spend(PER_WORD);
  if (!MARKED.test(word)) return word;
  spend(PER_MARKED_WORD);
  const decoded = decodeMarkup(word);
  const defanged = replaced(decoded, mayStay, '');
  return defanged === decoded ? word : defanged;
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
