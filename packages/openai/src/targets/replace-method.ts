/** Replaces a method of an object by one that knows the original. */
export function replaceMethod<T extends object, K extends keyof T>(
  target: T,
  name: K,
  make: (own: T[K]) => T[K],
): void {
  const own = target[name];
  if (typeof own !== 'function') return;
  Object.defineProperty(target, name, {
    value: make(own.bind(target) as T[K]),
    configurable: true,
    writable: true,
  });
}
