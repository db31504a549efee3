import type { Policy } from '@interpose/core';

import { joinedPolicy } from './joined-policy.ts';
import { listedHooks, type ListedHook } from './listed-hooks.ts';

/**
 * Joins policies into one that lets a step pass only if all of them do. It is the same as listing them in this order.
 *
 * @throws InterposeError `invalid_option` without policies, `invalid_policy` for what is none.
 * @example
 * const guarded = every(allowTools(['refund']), limitSpend({ tokens: 100_000 }));
 * createHooks({ policies: [guarded] });
 */
export function every(...policies: readonly Policy[]): Policy {
  const hooks = new Map<string, ListedHook[]>();
  for (const policy of policies) {
    for (const [event, listed] of listedHooks(policy)) {
      const named = listed.map((hook) => ({ ...hook, name: `${policy.name}/${hook.name}` }));
      hooks.set(event, [...(hooks.get(event) ?? []), ...named]);
    }
  }
  return policies.length === 1 ? policies[0]! : joinedPolicy('every', policies, hooks);
}
