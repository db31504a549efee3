/**
 * Every text in a JSON value; numbers count as texts, and so do keys that are no mere names of fields.
 *
 * @example
 * stringsIn(['a@b.com', { amount: 5, 'c@d.com': true }]); // => ['a@b.com', '5', 'c@d.com']
 */
export function stringsIn(value: unknown): string[] {
  const found: string[] = [];
  collect(value, found, 0);
  return found;
}

/** Nothing where it holds itself: its texts were found on the way down. */
function wholeText(value: object): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '';
  }
}

const FIELD = /^[A-Za-z_]\w*$/;

/** Deeper than any argument is; a deeper one is read as one text, so nothing escapes. */
const DEEPEST = 32;

function collect(value: unknown, found: string[], depth: number): void {
  if (typeof value === 'string') found.push(value);
  else if (typeof value === 'number' || typeof value === 'bigint') found.push(String(value));
  else if (typeof value !== 'object' || value === null) return;
  else if (depth === DEEPEST) found.push(wholeText(value));
  else if (Array.isArray(value)) for (const item of value) collect(item, found, depth + 1);
  else
    for (const [key, item] of Object.entries(value)) {
      if (!FIELD.test(key)) found.push(key);
      collect(item, found, depth + 1);
    }
}
