import type { MaybePromise } from '@interpose/core';

import { isThenable } from './is-thenable.ts';

/**
 * Continues with a value at once, or after a promise, so that synchronous values stay synchronous.
 *
 * @example
 * andThen(20, (value) => value + 1); // 21
 */
export function andThen<T, R>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<R>,
): MaybePromise<R> {
  return isThenable(value) ? value.then(next) : next(value);
}
