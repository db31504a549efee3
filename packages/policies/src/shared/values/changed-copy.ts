/**
 * Returns a copy with these changes, of the same class, so that it keeps inherited methods such as `setup`.
 *
 * @example
 * changedCopy({ name: 'a', priority: 1 }, { priority: 2 }); // => { name: 'a', priority: 2 }
 */
export function changedCopy<T extends object>(original: T, changes: Partial<T>): T {
  const copy = Object.create(Object.getPrototypeOf(original ?? {}) as object | null) as T;
  return Object.assign(copy, original, changes);
}
