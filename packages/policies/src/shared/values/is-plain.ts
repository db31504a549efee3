/** Whether an object is of no class, in any realm, such as that of a test runner. */
export function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const parent: unknown = Object.getPrototypeOf(value);
  return parent === null || Object.getPrototypeOf(parent) === null;
}
