import { checkWithHooks, type WithHooksOptions } from '@interpose/adapter-kit';
import type { Hooks } from '@interpose/core';
import { declareInventory } from '@interpose/core/adapter';
import { requireAgent } from './coverage/inspect.ts';
import { declaredBy } from './coverage/inventory.ts';
import { requireTarget } from './coverage/require-enforced.ts';
import { hookAgent } from './targets/agent.ts';

/**
 * Puts hooks around an agent. The same hooks twice are hooked once; other hooks add a layer.
 * Throws `invalid_option`, `target_unknown` for anything else, `not_enforced` where `require: 'enforced'` cannot be kept.
 */
export function withHooks<Target>(
  target: Target,
  hooks: Hooks,
  options: WithHooksOptions = {},
): Target {
  checkWithHooks(hooks, options);
  requireAgent(target);
  requireTarget(options, target);
  return declareInventory(hookAgent(target, hooks, options), declaredBy(target, hooks)) as Target;
}
