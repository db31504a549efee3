import { sha256 } from './sha-256.ts';

/**
 * Returns a SHA-256 in hex over the JSON of a value with sorted keys, so that equal values have equal digests.
 *
 * @returns undefined if JSON would lose something: cycles, functions, bigints, NaN, class instances.
 */
export async function canonicalDigest(value: unknown): Promise<string | undefined> {
  const text = canonicalText(value);
  return text === undefined ? undefined : sha256(text);
}

/** Returns the JSON of a value with sorted keys; undefined if JSON would lose something. */
export function canonicalText(value: unknown): string | undefined {
  const parts: string[] = [];
  return write(value, new Set(), parts) ? parts.join('') : undefined;
}

/** Adds the JSON of a value to the parts, which are joined once at the end; returns false if it has none. */
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

/** Writes a text; false for half of a surrogate pair, because all halves have the same bytes. */
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
