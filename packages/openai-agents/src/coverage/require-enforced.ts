import type { WithHooksOptions } from '@interpose/adapter-kit';
import type { NativeAgent } from '../translate/native.ts';
import { inspect, inspectRun, notEnforced } from './inspect.ts';

/**
 * Checks a target at the start where `require: 'enforced'` asks for it.
 *
 * @throws InterposeError `not_enforced`, listing the rows that are not.
 */
export function requireTarget(options: WithHooksOptions, target: unknown): void {
  if (options.require !== 'enforced') return;
  const open = inspect(target).filter(({ status }) => status !== 'enforced');
  if (open.length > 0) throw notEnforced(open);
}

/**
 * Checks one run once its agent is known.
 *
 * @throws InterposeError `not_enforced`, listing the rows that are not.
 */
export function requireRun(options: WithHooksOptions, path: string, agent: NativeAgent): void {
  if (options.require !== 'enforced') return;
  const open = inspectRun(path, agent).filter(({ status }) => status !== 'enforced');
  if (open.length > 0) throw notEnforced(open);
}
