import type { CapabilityRow } from '@interpose/core/adapter';
import { recognise } from '../targets/recognise.ts';
import { rowsOf } from './require-enforced.ts';

/**
 * Returns the coverage of one target, hooked or not: the status of every event on each path of the target,
 * and a row of its own for each tool whose calls are not all enforced.
 *
 * @throws InterposeError `target_unknown` for something that `withHooks` does not take.
 *
 * @example
 * const open = inspect(agent).filter((row) => row.status !== 'enforced');
 */
export function inspect(target: unknown): readonly CapabilityRow[] {
  const kind = recognise(target);
  return rowsOf(kind.paths(target), kind.tools?.(target));
}
