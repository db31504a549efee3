import { checkOptions, type Policy } from '@interpose/core';

import { changedCopy } from '../shared/values/changed-copy.ts';

/**
 * Returns the same policy as a dry run: its hooks run, their decisions are recorded, and nothing is applied.
 *
 * @example
 * const hooks = createHooks({ policies: [monitor(noShell)] });
 */
export function monitor(policy: Policy): Policy;
export function monitor(policy: Policy, ...more: readonly unknown[]): Policy {
  // `policies.map(monitor)` also passes the index of each policy.
  checkOptions('monitor', undefined, [], typeof more[0] === 'number' ? [] : more);
  return changedCopy(policy, { mode: 'monitor' });
}
