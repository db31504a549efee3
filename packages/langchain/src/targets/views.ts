import { cloneWith } from '@interpose/adapter-kit';

/** Returns the value to show in place of a value that an object holds. */
export type See = (value: unknown) => unknown;

/**
 * Returns a view of a list or record that shows each value as `see` returns it. Writing to it changes the original. A
 * frozen object is copied instead, because a proxy has to show the values of a frozen object as they are.
 */
export function viewOf<T extends object>(held: T, see: See): T {
  if (!Object.isExtensible(held)) return copyOf(held, see);
  return new Proxy(held, {
    get: (target, key) => see(Reflect.get(target, key)),
    getOwnPropertyDescriptor(target, key) {
      const own = Reflect.getOwnPropertyDescriptor(target, key);
      return own?.configurable === true && 'value' in own ? { ...own, value: see(own.value) } : own;
    },
  });
}

function copyOf<T extends object>(held: T, see: See): T {
  if (Array.isArray(held)) return held.map(see) as T;
  const shown = Object.entries(held).map(([key, value]) => [key, see(value)]);
  return cloneWith(held, Object.fromEntries(shown) as object);
}
