import { unboxed } from '../../shared/values/unboxed.ts';

/**
 * Returns every text in a JSON value. Numbers count as texts, and so do keys that are not plain field names.
 *
 * @example
 * stringsIn(['a@b.com', { amount: 5, 'c@d.com': true }]); // => ['a@b.com', '5', 'c@d.com']
 */
export function stringsIn(value: unknown): string[] {
  return namedStringsIn('', value).map(([, text]) => text);
}

/**
 * Returns the texts of an argument, each with the name of its field.
 *
 * @example
 * namedStringsIn('items', [{ sku: 'MUG', count: 2 }]); // => [['sku', 'MUG'], ['count', '2']]
 */
export function namedStringsIn(name: string, value: unknown): NamedString[] {
  const found: NamedString[] = [];
  collect(name, value, found, 0);
  return found;
}

type NamedString = readonly [field: string, text: string];

/** Returns a value as JSON; an empty text if it is circular, since its texts were found on the way down. */
function wholeText(value: object): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '';
  }
}

const FIELD = /^[A-Za-z_]\w*$/;

/** The deepest level to read; a deeper value is read as one text, so nothing escapes. */
const DEEPEST = 32;

function collect(name: string, value: unknown, found: NamedString[], depth: number): void {
  if (typeof value === 'string') found.push([name, value]);
  else if (typeof value === 'number' || typeof value === 'bigint')
    found.push([name, String(value)]);
  else if (typeof value !== 'object' || value === null) return;
  else if (depth === DEEPEST) found.push([name, wholeText(value)]);
  else if (Array.isArray(value)) for (const item of value) collect(name, item, found, depth + 1);
  else if (unboxed(value) !== value) collect(name, unboxed(value), found, depth + 1);
  else
    for (const [key, item] of Object.entries(value)) {
      if (!FIELD.test(key)) found.push([name, key]);
      collect(FIELD.test(key) ? key : name, item, found, depth + 1);
    }
}
