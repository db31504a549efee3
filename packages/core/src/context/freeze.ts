/** Freezes plain objects and lists all the way down; what is frozen already, or of a class, is left alone. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (!Array.isArray(value) && !isPlain(value)) return value;
  Object.freeze(value);
  for (const descriptor of Object.values(Object.getOwnPropertyDescriptors(value))) {
    if ('value' in descriptor) deepFreeze(descriptor.value);
  }
  return value;
}

/** Freezes what a payload holds, not the payload, and leaves values that are built on demand alone. */
export function freezeValues(payload: object): void {
  for (const descriptor of Object.values(Object.getOwnPropertyDescriptors(payload))) {
    if ('value' in descriptor) deepFreeze(descriptor.value);
  }
}

/**
 * A frozen copy of host-owned data for hooks to see in strict mode; the value itself where it is no plain data.
 *
 * @example
 * const native = { city: 'Rome' };
 * const args = chat.strict ? frozenCopy(native) : native;
 * Object.isFrozen(native); // => false
 */
export function frozenCopy<T>(value: T): T {
  return deepFreeze(copy(value, new Map()) as T);
}

function copy(value: unknown, copies: Map<object, unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const known = copies.get(value);
  if (known !== undefined) return known;
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    copies.set(value, list);
    for (const item of value) list.push(copy(item, copies));
    return list;
  }
  if (!isPlain(value)) return value;
  const record: Record<string, unknown> = {};
  copies.set(value, record);
  for (const [key, item] of Object.entries(value)) define(record, key, copy(item, copies));
  return record;
}

function define(record: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(record, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

/** True for an object that no class made, whichever realm it comes from. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
