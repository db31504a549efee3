import { InterposeError } from '@interpose/core';

/** Returns the error for an option of this policy with a wrong value. */
export function invalidOption(problem: string, remedy: string): InterposeError {
  return new InterposeError('invalid_option', `guardSql: ${problem}`, remedy);
}
