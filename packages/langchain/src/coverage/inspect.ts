import type { CapabilityRow } from '@interpose/core/adapter';
import { recognise } from '../targets/recognise.ts';
import { rowsOf } from './require-enforced.ts';

/**
 * Returns the coverage of one target, hooked or not: the status of each event on each path, and one more row for every
 * tool that cannot be fully mediated.
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
