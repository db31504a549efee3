import type { Policy } from '@interpose/core';

/**
 * The same policy as a dry run: its hooks run and are recorded as what they would have done, and nothing is applied.
 *
 * @example
 * const hooks = createHooks({ policies: [monitor(noShell)] });
 */
export function monitor(policy: Policy): Policy {
  return { ...policy, mode: 'monitor' };
}
