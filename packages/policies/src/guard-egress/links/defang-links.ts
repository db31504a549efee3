import { spend } from '../../shared/budget/work-budget.ts';
import { decodeMarkup } from './decode-markup.ts';
import { findLinks, type FoundLink } from './find-links.ts';

/** Tests whether a link may stay, by its host with user name and port. */
export type LinkTest = (authority: string) => boolean;

const MARKED = /[&\\]/;
/**
 * The places where a word may hide a link: a character reference, which can stand for anything, or the start of a link
 * with at most one backslash before each sign. A backslash never hides a letter.
 */
const SUSPECT = [
  String.raw`&(?:#\d|#x[\da-f]|[a-z]{2})`,
  String.raw`(?:https?|wss?|ftp)\\?:`,
  String.raw`www\\?\.`,
  String.raw`[("'=<:,\0-\x08\x0E-\x1F][\\/]{2}`,
];
/** A whole suspect word: the part before the suspect place (matched last) and the rest. */
const SUSPECT_WORD = new RegExp(String.raw`(?:${SUSPECT.join('|')})(?<=(\S*))(\S*)`, 'gi');
/** The cost of reading a word and of decoding it, in units of work. */
const PER_WORD = 2;
const PER_MARKED_WORD = 20;
const DOT = /[.。．｡]|%2e/gi;

/**
 * Makes links that must not stay unreadable for browsers: `hxxps://evil[.]test/…`, also links that character references
 * or backslashes hide. `left` is the end of the text before this one, if any; it decides what counts as a link.
 */
export function defangLinks(text: string, mayStay: LinkTest, left: string = ''): string {
  const plain = replaced(text, mayStay, left);
  return MARKED.test(plain) ? replacedHidden(plain, mayStay) : plain;
}

/** Does the same for hidden links. Most words hide nothing, so only suspect words are read. */
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

/** Breaks the host with `[.]`, which no browser accepts. */
function unreadable(text: string, { start, from, end }: FoundLink): string {
  const before = text.slice(start, from);
  const authority = text.slice(from, end);
  const scheme = before.replace(/t([\t\n\r]*)t/i, 'x$1x');
  const host = authority.replaceAll(DOT, '[.]');
  return scheme === before && host === authority ? `${before}[.]${authority}` : scheme + host;
}
