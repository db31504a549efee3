import { makeTags, unwatched, type Tags } from '@interpose/adapter-kit';
import type { Hooks } from '@interpose/core';

/** The tags on hooked values; another copy of this package can read them too. */
export const tags: Tags = makeTags('a2a');

/** Returns the value with some members replaced: `read` returns the new member, or undefined to keep the old one. */
export function overlay<T extends object>(
  target: T,
  hooks: Hooks,
  read: (key: PropertyKey) => unknown,
): T {
  const tag = { hooks, target };
  return new Proxy(target, {
    get(original, key, receiver) {
      if (key === tags.key) return tag;
      const own = read(key);
      return own === undefined ? unwatched<unknown>(Reflect.get(original, key, receiver)) : own;
    },
    // A copy is made from descriptors, and code that reads a descriptor gets the member too.
    getOwnPropertyDescriptor(original, key) {
      const descriptor = Reflect.getOwnPropertyDescriptor(original, key);
      if (descriptor?.configurable !== true || !('value' in descriptor)) return descriptor;
      const own = read(key);
      return own === undefined ? descriptor : { ...descriptor, value: own };
    },
  });
}

/** Returns a method of the original, without the watching wrapper, bound to the original. */
export function methodOf<T extends object, Key extends keyof T>(target: T, key: Key): T[Key] {
  const method = unwatched(target[key]) as (...given: unknown[]) => unknown;
  return method.bind(target) as T[Key];
}

/** Whether this registry has already hooked the value. */
export function isHookedBy(value: object, hooks: Hooks): boolean {
  return tags.of(value)?.hooks === hooks;
}
