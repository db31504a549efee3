import type { Hooks } from '@interpose/core';
import { isTagKey, tagOf } from './tag.ts';

/**
 * The same object with some methods replaced; it is still an instance of its class. Its other methods call the
 * replaced ones, unless they are bound: then they call its own, and may use private fields.
 */
export function derive<T extends object>(
  target: T,
  hooks: Hooks,
  members: Readonly<Record<string, unknown>>,
  others: 'bound' | 'rerouted' = 'rerouted',
): T {
  if (tagOf(target)?.hooks === hooks) return target;
  const tag = { hooks, target };
  return new Proxy(target, {
    get(original, key) {
      if (isTagKey(key)) return tag;
      if (typeof key === 'string' && Object.hasOwn(members, key) && key in original)
        return members[key];
      // A getter that reads a private field finds it in the object itself only.
      const value: unknown = Reflect.get(original, key);
      const isBound = others === 'bound' && typeof value === 'function' && key !== 'constructor';
      return isBound ? (value as () => unknown).bind(original) : value;
    },
  });
}
