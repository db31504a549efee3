import { isPlain } from '../context/freeze.ts';

/**
 * Returns the SHA-256, in hex, of the canonical JSON of a value (keys sorted, as in RFC 8785).
 *
 * @returns undefined for values that JSON cannot hold: cycles, functions, symbols, bigints, NaN, class instances.
 */
export async function digestOf(value: unknown): Promise<string | undefined> {
  const text = canonicalJson(value);
  if (text === undefined) return undefined;
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns JSON with sorted keys; `undefined` if the value is not plain data. */
export function canonicalJson(value: unknown): string | undefined {
  try {
    return write(value, []);
  } catch (error) {
    if (error instanceof NotJson) return undefined;
    throw error;
  }
}

class NotJson extends Error {}

/** Writes one value. `above` holds the objects that contain it; they are few, so a list is faster than a set. */
function write(value: unknown, above: object[]): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string')
    return JSON.stringify(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  if (typeof value !== 'object' || above.includes(value)) throw new NotJson();
  above.push(value);
  const text = Array.isArray(value) ? writeList(value, above) : writeRecord(value, above);
  above.pop();
  return text;
}

function writeList(list: readonly unknown[], above: object[]): string {
  return `[${list.map((item) => (item === undefined ? 'null' : write(item, above))).join(',')}]`;
}

function writeRecord(record: object, above: object[]): string {
  if (!isPlain(record)) throw new NotJson();
  let text = '';
  for (const key of Object.keys(record).toSorted()) {
    const value: unknown = (record as Readonly<Record<string, unknown>>)[key];
    if (value === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${write(value, above)}`;
  }
  return `{${text}}`;
}
