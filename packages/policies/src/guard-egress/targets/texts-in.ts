import { refuseDeepNesting } from '../../shared/budget/refuse-deep-nesting.ts';
import { spend } from '../../shared/budget/work-budget.ts';
import { unboxed } from '../../shared/values/unboxed.ts';

/** A text somewhere in a value, with the name of the nearest property above it. */
export interface KeyedText {
  readonly text: string;
  readonly key: string | undefined;
}

const DEEPEST = 64;
/** The cost of reading, in units of work. */
const PER_VALUE = 10;
const PER_CHARACTER = 0.5;

/**
 * Returns every text of a value: strings and numbers at any depth (2130706433 is a host), names of properties, URL
 * objects, and the content of texts that are JSON. Undefined when the value is nested too deeply.
 */
export function textsIn(value: unknown): readonly KeyedText[] | undefined {
  const texts: KeyedText[] = [];
  return collect(value, undefined, 0, texts) ? texts : undefined;
}

function collect(
  value: unknown,
  key: string | undefined,
  depth: number,
  texts: KeyedText[],
): boolean {
  if (depth > DEEPEST) return false;
  spend(PER_VALUE);
  if (typeof value === 'string') return collectText(value, key, depth, texts);
  if (typeof value === 'number' || typeof value === 'bigint')
    return collectText(String(value), key, depth, texts);
  if (typeof value !== 'object' || value === null) return true;
  if (value instanceof URL) return collectText(value.href, key, depth, texts);
  if (ArrayBuffer.isView(value)) return true;
  if (Array.isArray(value) || value instanceof Set)
    return [...value].every((item) => collect(item, key, depth + 1, texts));
  const said = unboxed(value);
  if (said !== value) return collect(said, key, depth + 1, texts);
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return entries.every(([name, item]) => {
    texts.push({ text: String(name), key: undefined });
    return collect(item, String(name), depth + 1, texts);
  });
}

function collectText(
  text: string,
  key: string | undefined,
  depth: number,
  texts: KeyedText[],
): boolean {
  spend(text.length * PER_CHARACTER);
  texts.push({ text, key });
  const inside = jsonIn(text);
  return inside === undefined || collect(inside, key, depth + 1, texts);
}

function jsonIn(text: string): unknown {
  if (!/^\s*[{["]/.test(text)) return undefined;
  refuseDeepNesting(text);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
