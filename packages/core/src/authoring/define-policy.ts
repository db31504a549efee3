import type { Policy } from '../contract/hooks/hooks.ts';
import type { PolicyTools, TypedPolicy } from '../contract/hooks/typed-policy.ts';
import { checkOptions } from '../errors/check-options.ts';

/**
 * Gives a policy its types and returns it unchanged.
 *
 * @example
 * const noShell = definePolicy({
 *   name: 'no-shell',
 *   hooks: { preToolCall: ({ call }) => (call.name === 'exec' ? deny('no shell') : undefined) },
 * });
 * @throws InterposeError `invalid_option` for arguments after the policy, which nothing would read.
 */
export function definePolicy<const Tools extends PolicyTools>(policy: TypedPolicy<Tools>): Policy;
export function definePolicy(policy: Policy, ...more: readonly unknown[]): Policy {
  // `map` passes the index as well.
  checkOptions('definePolicy', undefined, [], typeof more[0] === 'number' ? [] : more);
  return policy;
}
