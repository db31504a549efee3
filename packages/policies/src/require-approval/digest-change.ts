import { sha256 } from '../shared/values/sha-256.ts';

/** Returns the SHA-256 in hex that binds a changed value to the earlier question; undefined if JSON cannot hold it. */
export async function digestChange(digest: string, value: unknown): Promise<string | undefined> {
  const text = jsonOf([digest, value]);
  return text === undefined ? undefined : await sha256(text);
}

/** Returns a value as JSON; undefined if JSON cannot hold it. */
export function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
