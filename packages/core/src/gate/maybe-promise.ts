import type { MaybePromise } from '../contract/hooks/store.ts';
import { isThenable } from './call-hook.ts';

/** Goes on with a value that may have to be waited for; waits only when it must. */
export function andThen<T, U>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<U>,
): MaybePromise<U> {
  return isThenable(value) ? value.then(next) : next(value);
}
