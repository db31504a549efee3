/** How deep a message is read. */
const DEPTH = 200;

/**
 * Whether a value would cross a wire unchanged. Two ends in one process pass each other any object, but hooks are shown
 * only what JSON has of it.
 */
export function isJson(value: unknown, depth: number = DEPTH): boolean {
  if (typeof value !== 'object' || value === null)
    return !['function', 'symbol', 'bigint'].includes(typeof value);
  if (depth === 0 || !isPlain(value)) return false;
  return Reflect.ownKeys(value).every((key) => {
    if (key === 'length' && Array.isArray(value)) return true;
    const { enumerable, ...member } = Reflect.getOwnPropertyDescriptor(value, key) ?? {};
    const isMember = typeof key === 'string' && enumerable === true && 'value' in member;
    return isMember && isJson(member.value, depth - 1);
  });
}

/** Whether a value is an object of no class, or a list without further members, of any realm. */
function isPlain(value: object): boolean {
  if (Array.isArray(value)) return Object.keys(value).length === value.length;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
