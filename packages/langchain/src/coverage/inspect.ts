import type { CapabilityRow } from '@interpose/core/adapter';
import { recognise } from '../targets/recognise.ts';
import { rowsOf } from './require-enforced.ts';

/**
 * The coverage of one concrete target, hooked or not: what holds at each event on each of its paths,
 * with a row of its own for every tool that cannot be fully mediated.
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
