import type { MaybePromise } from '@interpose/core';

/** True for a value that has to be waited for. */
export function isPending<T>(value: MaybePromise<T>): value is PromiseLike<T> {
  return typeof (value as Partial<PromiseLike<T>> | undefined)?.then === 'function';
}
