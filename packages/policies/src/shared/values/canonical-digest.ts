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
  return write(value, new Set());
}

function write(value: unknown, above: Set<object>): string | undefined {
  switch (typeof value) {
    case 'string':
      // Two halves of surrogate pairs would be the same bytes.
      return value.isWellFormed() ? JSON.stringify(value) : undefined;
    case 'boolean':
      return String(value);
    case 'number':
      return Number.isFinite(value) ? JSON.stringify(value) : undefined;
    case 'object':
      return value === null ? 'null' : writeObject(value, above);
    default:
      return undefined;
  }
}

function writeObject(value: object, above: Set<object>): string | undefined {
  if (above.has(value)) return undefined;
  above.add(value);
  const text = Array.isArray(value) ? writeList(value, above) : writeRecord(value, above);
  above.delete(value);
  return text;
}

function writeList(list: readonly unknown[], above: Set<object>): string | undefined {
  const items = Array.from(list, (item) => write(item, above));
  return items.includes(undefined) ? undefined : `[${items.join(',')}]`;
}

function writeRecord(record: object, above: Set<object>): string | undefined {
  const prototype: unknown = Object.getPrototypeOf(record);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  const members: string[] = [];
  for (const [key, value] of Object.entries(record).toSorted(byKey)) {
    if (value === undefined) continue;
    const text = write(value, above);
    if (text === undefined || !key.isWellFormed()) return undefined;
    members.push(`${JSON.stringify(key)}:${text}`);
  }
  return `{${members.join(',')}}`;
}

function byKey([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}
