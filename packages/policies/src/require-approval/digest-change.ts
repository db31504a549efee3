import { sha256 } from '../shared/values/sha-256.ts';

/** SHA-256 in hex that binds a changed value to what was asked before; undefined for what JSON cannot hold. */
export async function digestChange(digest: string, value: unknown): Promise<string | undefined> {
  const text = jsonOf([digest, value]);
  return text === undefined ? undefined : await sha256(text);
}

/** JSON; undefined for what it cannot hold. */
export function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
