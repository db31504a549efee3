import type { MaybePromise } from '@interpose/core';

/** Goes on with a value at once where it is there, and after the promise where it is not. */
export function andThen<T, U>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<U>,
): MaybePromise<U> {
  return isThenable(value) ? value.then(next) : next(value);
}

/** True for a promise of any make. */
export function isThenable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof (value as { readonly then?: unknown } | undefined)?.then === 'function';
}
