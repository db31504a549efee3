import { spend } from '../../shared/budget/work-budget.ts';
import { resolveReferences } from './resolve-references.ts';

const BACKSLASH = 0x5c;
/** The signs that a backslash escapes in Markdown. */
const SIGN = /[!-/:-@[-`{-~]/;
/** The cost of resolving a run of backslashes, in units of work. */
const PER_RUN = 1.5;

/** Returns a text as a reader of Markdown and HTML sees it: with character references and backslashes resolved. */
export function decodeMarkup(text: string): string {
  return resolveBackslashes(resolveReferences(text));
}

/** Resolves backslashes: two become one, and one before another sign disappears. */
function resolveBackslashes(text: string): string {
  let result = '';
  let copied = 0;
  for (let at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', copied)) {
    spend(PER_RUN);
    let end = at + 1;
    while (text.charCodeAt(end) === BACKSLASH) end++;
    const pairs = (end - at) >> 1;
    const isOdd = at + 2 * pairs < end;
    const rest = isOdd && !SIGN.test(text[end] ?? '') ? '\\' : '';
    result += text.slice(copied, at + pairs) + rest;
    copied = end;
  }
  return copied === 0 ? text : result + text.slice(copied);
}
