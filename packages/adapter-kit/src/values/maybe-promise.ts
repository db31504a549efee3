import type { MaybePromise } from '@interpose/core';

/**
 * Whether a value has to be awaited.
 *
 * @example
 * isThenable(Promise.resolve(1)); // => true
 */
export function isThenable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof (value as Partial<PromiseLike<T>> | undefined | null)?.then === 'function';
}

/**
 * Calls `next` with a value, at once or after the promise of it.
 *
 * @example
 * andThen(20, (twenty) => twenty + 1); // => 21
 */
export function andThen<T, U>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<U>,
): MaybePromise<U> {
  return isThenable(value) ? value.then(next) : next(value);
}
