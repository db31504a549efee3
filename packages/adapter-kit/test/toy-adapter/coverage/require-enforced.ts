import { requireRows, type WithHooksOptions } from '@interpose/adapter-kit';
import { inspect } from './inspect.ts';

/** Throws `not_enforced` where `require: 'enforced'` asks for what does not hold on this target. */
export function requireTarget(options: WithHooksOptions, target: unknown): void {
  requireRows(options, () => inspect(target));
}
