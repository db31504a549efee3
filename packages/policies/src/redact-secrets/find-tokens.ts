import type { Span } from '../shared/redaction/redactor/detector.ts';
import { isPlaceholder } from './is-placeholder.ts';
import { looksRandom } from './looks-random.ts';
import { tokenRules } from './token-rules.ts';

/** The least entropy in bits per character: random hexadecimal has more, a placeholder has less. */
const LEAST_BITS = 2.5;
const WORD = /[A-Za-z0-9_-]/;

const quoted = (text: string): string => text.replace(/[.+*?^${}()|[\]\\/-]/g, '\\$&');
/** Matches every place where a token may begin. The character before it is tested later, which is faster. */
const BEGINNINGS = new RegExp(
  tokenRules.flatMap(({ prefixes }) => prefixes.map(quoted)).join('|'),
  'g',
);
const rests = new Map(
  tokenRules.flatMap(({ type, prefixes, rest }) =>
    prefixes.map(
      (prefix) => [prefix, { type, rest: new RegExp(`${rest}(?![\\w])`, 'y') }] as const,
    ),
  ),
);

/**
 * Finds tokens by their prefix. Linear: a prefix counts only at the start of a word, and a token is one word or a few.
 */
export function findTokens(text: string): readonly Span[] {
  const spans: Span[] = [];
  BEGINNINGS.lastIndex = 0;
  for (let hit = BEGINNINGS.exec(text); hit !== null; hit = BEGINNINGS.exec(text)) {
    const [prefix] = hit;
    const start = hit.index;
    if (!beginsWord(text, start)) continue;
    const { type, rest } = rests.get(prefix)!;
    rest.lastIndex = start + prefix.length;
    const tail = rest.exec(text)?.[0];
    if (tail === undefined || isPlaceholder(tail) || !looksRandom(tail, LEAST_BITS)) continue;
    const end = rest.lastIndex;
    spans.push({ start, end, type });
    BEGINNINGS.lastIndex = end;
  }
  return spans;
}

/** Whether a word begins here. A letter before it may belong to an escape, as in `\n` or `%3D`. */
function beginsWord(text: string, start: number): boolean {
  if (start === 0 || !WORD.test(text[start - 1]!)) return true;
  return text[start - 2] === '\\' || text[start - 3] === '%';
}
