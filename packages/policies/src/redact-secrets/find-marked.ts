import type { Span } from '../shared/redaction/redactor/detector.ts';
import { isPlaceholder } from './is-placeholder.ts';
import { looksRandom } from './looks-random.ts';
import type { SecretType } from './secret-types.ts';

/** A kind of token with a known mark inside it. */
interface MarkRule {
  readonly type: SecretType;
  readonly mark: string;
  /** The number of characters before the mark that belong to the token. */
  readonly before: number;
  readonly shape: RegExp;
}

const rules: readonly MarkRule[] = [
  { type: 'AZURE_KEY', mark: 'Q~', before: 4, shape: /[\w~.]{3}\dQ~[\w~.-]{31,34}(?![\w~.-])/y },
  { type: 'AZURE_KEY', mark: 'sig=', before: 0, shape: /sig=[A-Za-z0-9%+/]{40,64}(?:%3D|=)/iy },
  { type: 'API_TOKEN', mark: ':AA', before: 10, shape: /\d{8,10}:AA[\w-]{33}(?![\w-])/y },
  { type: 'API_TOKEN', mark: '-us', before: 32, shape: /[a-f0-9]{32}-us\d{1,2}(?!\w)/y },
  {
    type: 'API_TOKEN',
    mark: '.atlasv1.',
    before: 14,
    shape: /[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,70}/y,
  },
];

/** Finds tokens by a mark inside them. Linear: each mark tries one bounded shape. */
export function findMarked(text: string): readonly Span[] {
  return rules.flatMap((rule) => findRule(text, rule)).toSorted((a, b) => a.start - b.start);
}

function findRule(text: string, { type, mark, before, shape }: MarkRule): readonly Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) {
    const start = startOf(text, at, before);
    shape.lastIndex = start;
    const value = shape.exec(text)?.[0];
    if (value !== undefined && !isPlaceholder(value) && looksRandom(value, 3))
      spans.push({ start, end: start + value.length, type });
  }
  return spans;
}

/** Returns the start of the word before the mark, at most `before` characters back. */
function startOf(text: string, mark: number, before: number): number {
  let start = mark;
  while (start > mark - before && start > 0 && /[\w~.]/.test(text[start - 1]!)) start--;
  return start;
}
