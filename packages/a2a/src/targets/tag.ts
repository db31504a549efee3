import { unwatched } from '@interpose/adapter-kit';
import type { Hooks } from '@interpose/core';

/** Where a hooked value says that it is one. */
const TAG: unique symbol = Symbol.for('interpose.a2a.hooked') as never;

/** What a hooked value says about itself, also to another copy of this package. */
export interface Tag {
  readonly hooks: Hooks;
  /** What was hooked. */
  readonly target: object;
}

/** The same value with some members replaced; `read` gives back undefined for those it leaves alone. */
export function overlay<T extends object>(
  target: T,
  hooks: Hooks,
  read: (key: PropertyKey) => unknown,
): T {
  const tag: Tag = { hooks, target };
  return new Proxy(target, {
    get(original, key, receiver) {
      if (key === TAG) return tag;
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

/** What a hooked value says about itself; undefined for one that no hooks are around. */
export function tagOf(value: object): Tag | undefined {
  return (value as { readonly [TAG]?: Tag })[TAG];
}

/** True for what this registry hooked already. */
export function isHookedBy(value: object, hooks: Hooks): boolean {
  return tagOf(value)?.hooks === hooks;
}
