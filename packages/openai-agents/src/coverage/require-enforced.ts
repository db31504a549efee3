import { requireRows, type WithHooksOptions } from '@interpose/adapter-kit';
import type { NativeAgent } from '../translate/native.ts';
import { inspect, inspectRun } from './inspect.ts';

/**
 * Checks a target at the start where `require: 'enforced'` asks for it.
 *
 * @throws InterposeError `not_enforced`, listing the rows that are not.
 */
export function requireTarget(options: WithHooksOptions, target: unknown): void {
  requireRows(options, () => inspect(target));
}

/**
 * Checks one run once its agent is known.
 *
 * @throws InterposeError `not_enforced`, listing the rows that are not.
 */
export function requireRun(options: WithHooksOptions, path: string, agent: NativeAgent): void {
  requireRows(options, () => inspectRun(path, agent));
}
