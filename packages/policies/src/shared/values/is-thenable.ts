/**
 * Whether a value must be awaited: it is an object with a method `then`.
 *
 * @example
 * isThenable(Promise.resolve(1)); // true
 */
export function isThenable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  );
}
