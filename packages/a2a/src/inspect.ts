import type { CapabilityRow } from '@interpose/core/adapter';
import { capabilities } from './capabilities.ts';
import { rowsOn } from '@interpose/adapter-kit';
import { recognise } from './targets/recognise.ts';

/**
 * Returns the coverage of one target, hooked or not: the status of every event on each path of the target.
 *
 * @throws InterposeError `target_unknown` for something that `withHooks` does not take.
 *
 * @example
 * const open = inspect(client).filter((row) => row.status !== 'enforced');
 */
export function inspect(target: unknown): readonly CapabilityRow[] {
  return rowsOn(capabilities, recognise(target).paths);
}
