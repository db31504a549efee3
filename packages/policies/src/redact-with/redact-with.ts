import { checkOptions, type Policy } from '@interpose/core';

import { redactorsOf } from '../shared/redaction/redaction-policy.ts';

/**
 * Makes a function that hides in any value what these policies find, for data that leaves beside the agent: traces,
 * records, recordings, audit. Placeholders such as `<EMAIL_ADDRESS>` are final: the values cannot be restored.
 *
 * @throws InterposeError `invalid_option` for no policies, and for one that redacts nothing.
 * @example
 * const redact = redactWith([redactSecrets(), redactPersonal()]);
 * redact({ to: 'ann@mail.example' }); // => { to: '<EMAIL_ADDRESS>' }
 */
export function redactWith(policies: readonly Policy[]): <T>(value: T) => T;
export function redactWith(
  policies: readonly Policy[],
  ...more: readonly unknown[]
): <T>(value: T) => T {
  checkOptions('redactWith', undefined, [], more);
  const redactors = redactorsOf('redactWith', policies);
  return <T>(value: T): T =>
    redactors.reduce((left, redactor) => redactor.place(left).shown, value);
}
