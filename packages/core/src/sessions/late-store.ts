import { InterposeError } from '../errors/interpose-error.ts';

/** Returns the error for a store that has not answered in so many milliseconds. */
export function lateStore(ms: number, remedy: string): InterposeError {
  return new InterposeError(
    'store_timeout',
    `the store did not answer in ${ms} ms`,
    `check that it is reachable${remedy}`,
  );
}
