import type { CallOptions } from '../targets/call-options.ts';
import { inspect, inspectCall, notEnforced } from './inspect.ts';
import type { WithHooksOptions } from '@interpose/adapter-kit';

/**
 * Checks a target at the start where `require: 'enforced'` asks for it.
 * A module is checked call by call instead: most of its functions are never used.
 *
 * @throws InterposeError `not_enforced`, listing the rows that are not.
 */
export function requireTarget(options: WithHooksOptions, target: unknown): void {
  if (options.require !== 'enforced') return;
  const open = inspect(target).filter(({ status }) => status !== 'enforced');
  if (open.length > 0) throw notEnforced(open);
}

/**
 * Checks one call once its tools are known.
 *
 * @throws InterposeError `not_enforced`, listing the rows that are not.
 */
export function requireEnforced(options: WithHooksOptions, path: string, call: CallOptions): void {
  if (options.require !== 'enforced') return;
  const open = inspectCall(path, call.tools ?? {}).filter(({ status }) => status !== 'enforced');
  if (open.length > 0) throw notEnforced(open);
}
