import type { Hooks } from '@interpose/core';

const hooked = new WeakMap<object, Set<Hooks>>();

/** Notes that these hooks are on a target; false where they were already. */
export function isFirstLayer(target: object, hooks: Hooks): boolean {
  const by = hooked.get(target) ?? new Set();
  hooked.set(target, by);
  return by.size < by.add(hooks).size;
}

/** Replaces a method of an object by one that knows the original. */
export function replaceMethod<T extends object, K extends keyof T>(
  target: T,
  name: K,
  make: (own: T[K]) => T[K],
): void {
  const own = target[name];
  if (typeof own !== 'function') return;
  const value = make(own.bind(target) as T[K]);
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
}
