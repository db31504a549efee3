/** How deep a message is read. */
const DEPTH = 200;

/**
 * Whether a value would cross a wire unchanged. Two ends in one process pass each other any object, but hooks are shown
 * only what JSON has of it. With `unlisted`, members that are not enumerable do not count: a wire leaves them out.
 */
export function isJson(value: unknown, unlisted: boolean = false, depth: number = DEPTH): boolean {
  if (typeof value !== 'object' || value === null)
    return !/function|symbol|bigint/.test(typeof value);
  if (depth === 0 || !isPlain(value)) return false;
  return Reflect.ownKeys(value).every((key) => {
    if (key === 'length' && Array.isArray(value)) return true;
    if (typeof key !== 'string') return false;
    const member = Reflect.getOwnPropertyDescriptor(value, key)!;
    // A wire would ask `toJSON` for another value.
    if (!member.enumerable) return unlisted && key !== 'toJSON';
    return 'value' in member && isJson(member.value, unlisted, depth - 1);
  });
}

/** Whether a value is an object of no class, or a list without further members, of any realm. */
function isPlain(value: object): boolean {
  if (Array.isArray(value)) return Object.keys(value).length === value.length;
  const prototype: unknown = Object.getPrototypeOf(value);
  return !prototype || !Object.getPrototypeOf(prototype);
}
