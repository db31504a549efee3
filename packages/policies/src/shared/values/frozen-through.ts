/**
 * Whether data is immutable at every depth, so that what was found in it stays true. Instances of a class may change
 * unseen and never count.
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
 * Freezes plain data at every depth, and returns it.
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
