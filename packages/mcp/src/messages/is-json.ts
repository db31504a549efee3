/** How deep a message is read. */
const DEPTH = 200;

/**
 * True for what a wire would carry as it is. Two ends in one process hand each other any object, and hooks are shown no
 * more of it than JSON has.
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

/** True for objects of no class, and lists without names of their own, of any realm. */
function isPlain(value: object): boolean {
  if (Array.isArray(value)) return Object.keys(value).length === value.length;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
