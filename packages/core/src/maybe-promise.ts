import type { MaybePromise } from './contract/hooks/store.ts';

/** Calls `next` with a value; waits only if the value is a promise. */
export function andThen<T, U>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<U>,
): MaybePromise<U> {
  return isThenable(value) ? value.then(next) : next(value);
}

/** Whether the value has to be awaited. */
export function isThenable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  if (typeof value !== 'object' || value === null) return false;
  try {
    return typeof (value as Partial<PromiseLike<T>>).then === 'function';
  } catch {
    return false;
  }
}

const nativeThen: unknown = Object.getOwnPropertyDescriptor(Promise.prototype, 'then')?.value;

/** Whether this is a promise with the `then` of the platform, which answers once and never at once. */
export function isNativePromise(value: unknown): value is Promise<unknown> {
  try {
    return value instanceof Promise && value.then === nativeThen;
  } catch {
    return false;
  }
}
