import type { Policy } from '../contract/hooks/hooks.ts';
import type { PolicyTools, TypedPolicy } from '../contract/hooks/typed-policy.ts';

/**
 * Gives a policy its types; it is returned as it is.
 *
 * @example
 * const noShell = definePolicy({
 *   name: 'no-shell',
 *   hooks: { preToolCall: ({ call }) => (call.name === 'exec' ? deny('no shell') : undefined) },
 * });
 */
export function definePolicy<const Tools extends PolicyTools>(policy: TypedPolicy<Tools>): Policy {
  return policy as Policy;
}
