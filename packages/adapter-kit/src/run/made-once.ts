/** What is used of a map, whether or not it holds its keys weakly. */
interface Kept<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/**
 * Returns the value that a map keeps for a key, after making it if there is none.
 *
 * @example
 * const sessions = new WeakMap<object, string>();
 * const context = {};
 * madeOnce(sessions, context, () => 'first'); // => 'first'
 * madeOnce(sessions, context, () => 'second'); // => 'first'
 */
export function madeOnce<Key, Value extends {}>(
  map: Kept<Key, Value>,
  key: Key,
  make: () => Value,
): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
