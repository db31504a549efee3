import type { CapabilityRow } from '@interpose/core/adapter';
import { capabilities } from './capabilities.ts';
import { rowsOn } from '@interpose/adapter-kit';
import { recognise } from './targets/recognise.ts';

/**
 * The coverage of one concrete target, hooked or not: what holds at each event on each of its paths.
 *
 * @throws InterposeError `target_unknown` for something that `withHooks` does not take.
 *
 * @example
 * const open = inspect(client).filter((row) => row.status !== 'enforced');
 */
export function inspect(target: unknown): readonly CapabilityRow[] {
  return rowsOn(capabilities, recognise(target).paths);
}
