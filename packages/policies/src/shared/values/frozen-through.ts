/**
 * True for data that cannot change any more, however deep: what was found in it once holds for good. Objects of a class
 * may change unseen and are never frozen through.
 *
 * @example
 * isFrozenThrough(Object.freeze({ a: [] })); // => false
 */
export function isFrozenThrough(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function';
  if (!Object.isFrozen(value) || !isPlain(value)) return false;
  for (const key of Object.keys(value)) {
    const field = Object.getOwnPropertyDescriptor(value, key);
    if (field?.get !== undefined || !isFrozenThrough(field?.value)) return false;
  }
  return true;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Array.isArray(value);
}

/**
 * Freezes plain data all the way down, and gives it back.
 *
 * @example
 * isFrozenThrough(freezeThrough({ a: [] })); // => true
 */
export function freezeThrough<T>(value: T): T {
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  if (isFrozenThrough(value)) return value;
  for (const item of Object.values(value)) freezeThrough(item);
  return Object.freeze(value);
}
