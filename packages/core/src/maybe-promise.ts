import type { MaybePromise } from './contract/hooks/store.ts';

/** Goes on with a value that may have to be waited for; waits only when it must. */
export function andThen<T, U>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<U>,
): MaybePromise<U> {
  return isThenable(value) ? value.then(next) : next(value);
}

/** True for what must be awaited. */
export function isThenable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  if (typeof value !== 'object' || value === null) return false;
  try {
    return typeof (value as Partial<PromiseLike<T>>).then === 'function';
  } catch {
    return false;
  }
}
