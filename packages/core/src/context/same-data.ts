import { DEEPEST, isPlain } from './freeze.ts';

/**
 * Whether two values are equal plain data; `kept` is frozen at all levels. Other objects never count as the same: they
 * may change unseen.
 */
export function isSame(kept: unknown, now: unknown, depth: number = 0): boolean {
  if (typeof kept !== 'object' || kept === null) return kept === now && typeof kept !== 'function';
  if (typeof now !== 'object' || now === null || depth > DEEPEST) return false;
  const isList = Array.isArray(kept);
  if (isList !== Array.isArray(now)) return false;
  if (!isList && !(isPlain(kept) && isPlain(now))) return false;
  if (kept === now) return true;
  // By index: a loop over the keys of a list makes a text for each of them, which is 30 times slower.
  if (isList)
    return (
      kept.length === (now as typeof kept).length &&
      kept.every((each, at) => isSame(each, now[at as never], depth + 1))
    );
  const keys = Object.keys(kept);
  return (
    keys.length === Object.keys(now).length &&
    keys.every(
      (key) => Object.hasOwn(now, key) && isSame(kept[key as never], now[key as never], depth + 1),
    )
  );
}
