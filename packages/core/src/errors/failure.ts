import type { Failure } from '../contract/values/index.ts';

/**
 * Turns anything thrown or supplied into a Failure. A string becomes the message; an Error stays the same object.
 *
 * @example
 * toFailure('closed'); // => { message: 'closed' }
 */
export function toFailure(error: unknown): Failure {
  if (
    typeof error === 'object' &&
    error !== null &&
    'message' in error &&
    typeof error.message === 'string'
  ) {
    return error as Failure;
  }
  return { message: typeof error === 'string' ? error : describe(error) };
}

function describe(error: unknown): string {
  try {
    return String(error);
  } catch {
    return 'unknown error';
  }
}

/** Turns a failure into an error to throw. An Error stays the same object. */
export function errorOf(failure: Failure): Error {
  return failure instanceof Error ? failure : Object.assign(new Error(failure.message), failure);
}
