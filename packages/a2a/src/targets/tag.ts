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
      return own === undefined ? Reflect.get(original, key, receiver) : own;
    },
  });
}

/** True for what this registry hooked already. */
export function isHookedBy(value: object, hooks: Hooks): boolean {
  return (value as { readonly [TAG]?: Tag })[TAG]?.hooks === hooks;
}
