import { requireRows, type WithHooksOptions } from '@interpose/adapter-kit';
import { inspect, inspectParams } from './inspect.ts';
import type { AgentParams } from '../targets/shapes.ts';

/**
 * Checks a target at the start where `require: 'enforced'` asks for it.
 * A factory is checked agent by agent instead, once the tools are known.
 *
 * @throws InterposeError `not_enforced`, listing the rows that are not.
 */
export function requireTarget(options: WithHooksOptions, target: unknown): void {
  requireRows(options, () => inspect(target));
}

/**
 * Checks an agent that a factory is about to make.
 *
 * @throws InterposeError `not_enforced`, listing the rows that are not.
 */
export function requireParams(options: WithHooksOptions, params: AgentParams): void {
  requireRows(options, () => inspectParams(params));
}
