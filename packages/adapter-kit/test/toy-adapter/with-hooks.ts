import { checkWithHooks, type WithHooksOptions } from '@interpose/adapter-kit';
import type { Hooks } from '@interpose/core';
import { declareInventory } from '@interpose/core/adapter';
import { requireAgent } from './coverage/inspect.ts';
import { declaredBy } from './coverage/inventory.ts';
import { requireTarget } from './coverage/require-enforced.ts';
import { hookAgent } from './targets/agent.ts';

/**
 * Puts hooks around an agent, the same hooks once, others as a layer. Throws `invalid_option`, `target_unknown` or `not_enforced`.
 */
export function withHooks<Target>(
  target: Target,
  hooks: Hooks,
  options: WithHooksOptions = {},
  ...more: readonly never[]
): Target {
  checkWithHooks(hooks, options, {}, more);
  requireAgent(target);
  requireTarget(options, target);
  return declareInventory(hookAgent(target, hooks, options), declaredBy(target, hooks)) as Target;
}
