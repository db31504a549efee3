import { requireRows, type WithHooksOptions } from '@interpose/adapter-kit';
import type { CallOptions } from '../targets/call-options.ts';
import { inspect, rowsOf } from './inspect.ts';

/**
 * Checks a target at the start where `require: 'enforced'` asks for it.
 * A module is checked call by call instead: most of its functions are never used.
 *
 * @throws InterposeError `not_enforced`, listing the rows that are not.
 */
export function requireTarget(options: WithHooksOptions, target: unknown): void {
  requireRows(options, () => inspect(target));
}

/**
 * Checks one call once its tools are known.
 *
 * @throws InterposeError `not_enforced`, listing the rows that are not.
 */
export function requireEnforced(options: WithHooksOptions, path: string, call: CallOptions): void {
  requireRows(options, () => rowsOf([path], call.tools ?? {}));
}
