import { cloneWith, isDict } from '@interpose/adapter-kit';

/** Shows a value in the place of what an object holds. */
export type See = (value: unknown) => unknown;

/**
 * The same list or record, with what `see` makes of each thing that it holds; what is put in is put into the original.
 * Of one that is frozen a copy comes back, since a view has to show what a frozen one holds.
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

/** True for an object that is no instance of a class, and no list. */
export function isRecord(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return isDict(value) && (prototype === Object.prototype || prototype === null);
}
