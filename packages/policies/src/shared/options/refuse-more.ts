import { InterposeError } from '@interpose/core';

/**
 * Refuses arguments behind those that are read: a policy or options that stand there would be left out without a word.
 *
 * @throws InterposeError `invalid_option`.
 */
export function refuseMore(owner: string, more: readonly unknown[]): void {
  if (more.length === 0) return;
  throw new InterposeError(
    'invalid_option',
    `${owner} got ${more.length === 1 ? 'an argument' : `${more.length} arguments`} more than it reads`,
    'pass one object of options, and combine policies with every()',
  );
}
