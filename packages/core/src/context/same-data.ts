import { DEEPEST, isPlain } from './freeze.ts';

/**
 * Whether two values are equal plain data; `kept` is frozen at all levels. Other objects never count as the same: they
 * may change unseen.
 */
export function isSame(kept: unknown, now: unknown, depth: number = 0): boolean {
  if (typeof kept !== 'object' || kept === null) return kept === now && typeof kept !== 'function';
  if (typeof now !== 'object' || now === null || depth > DEEPEST) return false;
  if (Array.isArray(kept) !== Array.isArray(now)) return false;
  if (!Array.isArray(kept) && !(isPlain(kept) && isPlain(now))) return false;
  if (kept === now) return true;
  // Loops count the keys, because they make no lists of keys.
  let more = 0;
  for (const key in now) if (Object.hasOwn(now, key)) more++;
  for (const key in kept) {
    if (!Object.hasOwn(now, key) || !isSame(kept[key as never], now[key as never], depth + 1))
      return false;
    more--;
  }
  return more === 0;
}
