import { DEEPEST, isPlain } from './freeze.ts';

/**
 * Whether two values are equal plain data; `kept` is frozen at all levels. Other objects never count as the same: they
 * may change unseen.
 */
export function isSame(kept: unknown, now: unknown, depth: number = 0): boolean {
  if (typeof kept !== 'object' || kept === null) return kept === now && typeof kept !== 'function';
  if (typeof now !== 'object' || now === null || depth > DEEPEST) return false;
  if (Array.isArray(kept)) return Array.isArray(now) && isSameList(kept, now, depth);
  if (Array.isArray(now) || !isPlain(kept) || !isPlain(now)) return false;
  if (kept === now) return true;
  const keys = Object.keys(kept);
  if (keys.length !== Object.keys(now).length) return false;
  // Loops: a closure would be made again for each record.
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] as never;
    if (!Object.hasOwn(now, key) || !isSame(kept[key], now[key], depth + 1)) return false;
  }
  return true;
}

/** By index: a loop over the keys of a list makes a text for each of them, which is 30 times slower. */
function isSameList(kept: readonly unknown[], now: readonly unknown[], depth: number): boolean {
  if (kept === now) return true;
  if (kept.length !== now.length) return false;
  for (let at = 0; at < kept.length; at++) if (!isSame(kept[at], now[at], depth + 1)) return false;
  return true;
}
