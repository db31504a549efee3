import type { WithHooksOptions } from '@interpose/adapter-kit';
import type { CapabilityRow } from '@interpose/core/adapter';
import { inspect, inspectParams, notEnforced } from './inspect.ts';
import type { AgentParams } from '../targets/shapes.ts';

/**
 * Checks a target at the start where `require: 'enforced'` asks for it.
 * A factory is checked agent by agent instead, once the tools are known.
 *
 * @throws InterposeError `not_enforced`, listing the rows that are not.
 */
export function requireTarget(options: WithHooksOptions, target: unknown): void {
  if (options.require === 'enforced') refuseOpen(inspect(target));
}

/**
 * Checks an agent that a factory is about to make.
 *
 * @throws InterposeError `not_enforced`, listing the rows that are not.
 */
export function requireParams(options: WithHooksOptions, params: AgentParams): void {
  if (options.require === 'enforced') refuseOpen(inspectParams(params));
}

function refuseOpen(rows: readonly CapabilityRow[]): void {
  const open = rows.filter(({ status }) => status !== 'enforced');
  if (open.length > 0) throw notEnforced(open);
}
