import { checkOptions, type Policy } from '@interpose/core';

import { changedCopy } from '../shared/values/changed-copy.ts';

/**
 * The same policy as a dry run: its hooks run and are recorded as what they would have done, and nothing is applied.
 *
 * @example
 * const hooks = createHooks({ policies: [monitor(noShell)] });
 */
export function monitor(policy: Policy): Policy;
export function monitor(policy: Policy, ...more: readonly unknown[]): Policy {
  // Policies may be mapped: `policies.map(monitor)` passes the place of each one too.
  checkOptions('monitor', undefined, [], typeof more[0] === 'number' ? [] : more);
  return changedCopy(policy, { mode: 'monitor' });
}
