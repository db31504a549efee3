import { sha256 } from './sha-256.ts';

/**
 * SHA-256 in hex over the JSON of a value with its keys sorted, so that equal values have equal digests.
 *
 * @returns undefined for what JSON cannot hold without loss: cycles, functions, bigints, NaN, class instances.
 */
export async function canonicalDigest(value: unknown): Promise<string | undefined> {
  const text = canonicalText(value);
  return text === undefined ? undefined : await sha256(text);
}

/** The JSON of a value with its keys sorted; undefined where JSON would lose something. */
export function canonicalText(value: unknown): string | undefined {
  const parts: string[] = [];
  return write(value, new Set(), parts) ? parts.join('') : undefined;
}

/** Adds the JSON of a value, in parts that are joined once, however deep a long text lies; false where it has none. */
function write(value: unknown, above: Set<object>, parts: string[]): boolean {
  switch (typeof value) {
    case 'string':
      return writeText(value, parts);
    case 'boolean':
      parts.push(String(value));
      return true;
    case 'number':
      parts.push(JSON.stringify(value));
      return Number.isFinite(value);
    case 'object':
      if (value !== null) return writeObject(value, above, parts);
      parts.push('null');
      return true;
    default:
      return false;
  }
}

/** Two halves of surrogate pairs would be the same bytes. */
function writeText(text: string, parts: string[]): boolean {
  parts.push(JSON.stringify(text));
  return text.isWellFormed();
}

function writeObject(value: object, above: Set<object>, parts: string[]): boolean {
  if (above.has(value)) return false;
  above.add(value);
  const isWhole = Array.isArray(value)
    ? writeList(value, above, parts)
    : writeRecord(value, above, parts);
  above.delete(value);
  return isWhole;
}

function writeList(list: readonly unknown[], above: Set<object>, parts: string[]): boolean {
  let sign = '[';
  for (const item of list) {
    parts.push(sign);
    if (!write(item, above, parts)) return false;
    sign = ',';
  }
  parts.push(sign === '[' ? '[]' : ']');
  return true;
}

function writeRecord(record: object, above: Set<object>, parts: string[]): boolean {
  const prototype: unknown = Object.getPrototypeOf(record);
  if (prototype !== Object.prototype && prototype !== null) return false;
  let sign = '{';
  for (const [key, value] of Object.entries(record).toSorted(byKey)) {
    if (value === undefined) continue;
    parts.push(sign);
    if (!writeText(key, parts)) return false;
    parts.push(':');
    if (!write(value, above, parts)) return false;
    sign = ',';
  }
  parts.push(sign === '{' ? '{}' : '}');
  return true;
}

function byKey([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}
