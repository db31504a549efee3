import { InterposeError } from '@interpose/core';

/** The error of a command line that cannot be carried out; it ends the command with exit code 2. */
export function usageError(problem: string, remedy: string): InterposeError {
  return new InterposeError('usage_invalid', problem, remedy);
}
