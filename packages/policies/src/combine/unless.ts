import {
  checkOptions,
  InterposeError,
  type BaseContext,
  type Policy,
  type PolicyHooks,
} from '@interpose/core';

import { changedCopy } from '../shared/values/changed-copy.ts';
import { listedHooks, type ListedHook } from './listed-hooks.ts';

/**
 * Decides whether a policy is left out at a step. Anything but a plain `true`, also a throw or a promise, means no.
 *
 * @example
 * const isInternal: Condition = ({ user }) => user?.organisation === 'acme';
 */
export type Condition = (ctx: BaseContext) => boolean;

/**
 * Returns the same policy, left out at the steps where the condition is true.
 *
 * @throws InterposeError `invalid_option` for a condition that is no function, `invalid_policy` for what is no policy.
 * @example
 * const isInternal: Condition = ({ user }) => user?.organisation === 'acme';
 * createHooks({ policies: [unless(isInternal, every(limitSpend({ tokens: 100_000 }), requireApproval()))] });
 */
export function unless(condition: Condition, policy: Policy): Policy;
export function unless(condition: Condition, policy: Policy, ...more: readonly unknown[]): Policy {
  checkOptions('unless', undefined, [], more);
  if (typeof condition !== 'function')
    throw new InterposeError(
      'invalid_option',
      'the condition of unless() is not a function',
      'pass (ctx) => boolean first, then the policy',
    );
  const hooks = [...listedHooks(policy)].map(([event, listed]) => [
    event,
    listed.map((hook) => conditional(condition, hook)),
  ]);
  return changedCopy(policy, { hooks: Object.fromEntries(hooks) as PolicyHooks });
}

function conditional(condition: Condition, hook: ListedHook): ListedHook {
  const { when } = hook;
  return {
    ...hook,
    when: (ctx) => !holds(condition, ctx) && (when === undefined || when(ctx)),
  };
}

/** Whether the condition is a plain `true`. A condition that fails must not open what the policy guards. */
function holds(condition: Condition, ctx: BaseContext): boolean {
  try {
    const said: unknown = condition(ctx);
    return said === true;
  } catch {
    return false;
  }
}
