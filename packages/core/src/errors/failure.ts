import type { Failure } from '../contract/values/index.ts';

/**
 * Any thrown or supplied thing as a Failure; a string becomes its message, an Error stays itself.
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

/** A failure as something to throw; an Error stays itself. */
export function errorOf(failure: Failure): Error {
  return failure instanceof Error ? failure : Object.assign(new Error(failure.message), failure);
}
