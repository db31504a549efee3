import type { MaybePromise } from '@interpose/core';

/**
 * True for a value that has to be waited for.
 *
 * @example
 * isThenable(Promise.resolve(1)); // => true
 */
export function isThenable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof (value as Partial<PromiseLike<T>> | undefined | null)?.then === 'function';
}

/**
 * Goes on with a value at once where it is there, and after the promise where it is not.
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
