import { makeTags, unwatched, type Tags } from '@interpose/adapter-kit';
import type { Hooks } from '@interpose/core';

/** What hooked values say about themselves, also to another copy of this package. */
export const tags: Tags = makeTags('a2a');

/** The same value with some members replaced; `read` gives back undefined for those it leaves alone. */
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
    // A copy is made of these, and whoever reads one takes the part out as well.
    getOwnPropertyDescriptor(original, key) {
      const descriptor = Reflect.getOwnPropertyDescriptor(original, key);
      if (descriptor?.configurable !== true || !('value' in descriptor)) return descriptor;
      const own = read(key);
      return own === undefined ? descriptor : { ...descriptor, value: own };
    },
  });
}

/** A method of an original as it was before somebody watched it, bound to it. */
export function methodOf<T extends object, Key extends keyof T>(target: T, key: Key): T[Key] {
  const method = unwatched(target[key]) as (...given: unknown[]) => unknown;
  return method.bind(target) as T[Key];
}

/** True for what this registry hooked already. */
export function isHookedBy(value: object, hooks: Hooks): boolean {
  return tags.of(value)?.hooks === hooks;
}
