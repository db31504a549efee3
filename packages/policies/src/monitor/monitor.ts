import type { Policy } from '@interpose/core';

import { refuseMore } from '../shared/options/refuse-more.ts';

/**
 * The same policy as a dry run: its hooks run and are recorded as what they would have done, and nothing is applied.
 *
 * @example
 * const hooks = createHooks({ policies: [monitor(noShell)] });
 */
export function monitor(policy: Policy): Policy;
export function monitor(policy: Policy, ...more: readonly unknown[]): Policy {
  // Policies may be mapped: `policies.map(monitor)` passes the place of each one too.
  refuseMore('monitor', typeof more[0] === 'number' ? [] : more);
  return { ...policy, mode: 'monitor' };
}
