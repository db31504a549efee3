/**
 * Replaces a member of an object by what `make` returns for it, and each value that the app assigns later as well.
 * `first` stands for `make` where the member that is there now is replaced in another way.
 *
 * @example
 * const tool = { run: () => 'paid' };
 * replaceMember(tool, 'run', (own) => () => `${own()}!`);
 * tool.run = () => 'sent';
 * tool.run(); // => 'sent!'
 */
export function replaceMember<T extends object, K extends keyof T>(
  target: T,
  key: K,
  make: (own: T[K]) => T[K],
  first: (own: T[K]) => T[K] = make,
): void {
  let current = first(target[key]);
  Object.defineProperty(target, key, {
    get: () => current,
    set(next: T[K]) {
      current = make(next);
    },
    enumerable: Object.prototype.propertyIsEnumerable.call(target, key),
    configurable: true,
  });
}
