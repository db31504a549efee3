import type { MaybePromise } from '@interpose/core';

import { isThenable } from './is-thenable.ts';

/**
 * Goes on with a value at once, or with what a promise brings; so that nothing waits where nothing has to.
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
