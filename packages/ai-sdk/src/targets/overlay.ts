import { isTagKey, type Tag } from './tag.ts';

/**
 * The same object with some members replaced. Everything else is read from and bound to the original,
 * so that private fields, getters and extra members of a provider's class keep working.
 */
export function overlay<T extends object>(
  target: T,
  members: { readonly [K in keyof T]?: unknown },
  tag: Tag,
): T {
  const bound = new Map<PropertyKey, unknown>();
  return new Proxy(target, {
    get(original, key) {
      if (Object.hasOwn(members, key)) return (members as Record<PropertyKey, unknown>)[key];
      if (isTagKey(key)) return tag;
      const value: unknown = Reflect.get(original, key, original);
      if (typeof value !== 'function' || key === 'constructor') return value;
      if (!bound.has(key)) bound.set(key, (value as () => unknown).bind(original));
      return bound.get(key);
    },
  });
}
