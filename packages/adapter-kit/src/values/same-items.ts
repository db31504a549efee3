/**
 * Whether two lists have the same items in the same places.
 *
 * @example
 * const text = { type: 'text' };
 * sameItems([text], [text]); // => true
 * sameItems([text], [{ ...text }]); // => false
 */
export function sameItems(list: readonly unknown[], other: readonly unknown[]): boolean {
  if (list.length !== other.length) return false;
  for (let at = 0; at < list.length; at++) if (list[at] !== other[at]) return false;
  return true;
}
