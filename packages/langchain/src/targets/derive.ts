import type { Hooks } from '@interpose/core';
import { isTagKey, tagOf } from './tag.ts';

/** The same object with some methods replaced; it is still an instance of its class. */
export function derive<T extends object>(
  target: T,
  hooks: Hooks,
  members: Readonly<Record<string, unknown>>,
): T {
  if (tagOf(target)?.hooks === hooks) return target;
  const tag = { hooks, target };
  return new Proxy(target, {
    get(original, key, receiver) {
      if (isTagKey(key)) return tag;
      if (typeof key === 'string' && Object.hasOwn(members, key) && key in original)
        return members[key];
      const value: unknown = Reflect.get(original, key, receiver);
      return value;
    },
  });
}
