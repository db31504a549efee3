import { InterposeError } from '@interpose/core';

/** What is thrown about an option that cannot be meant. */
export function invalidOption(problem: string, remedy: string): InterposeError {
  return new InterposeError('invalid_option', `guardSql: ${problem}`, remedy);
}
