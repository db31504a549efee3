import { CallRun, type EndsWith, type Hooking } from './host-run.ts';
import { canOf } from '../capabilities.ts';

/** A run of its own for one call. */
export function newRun(
  hooking: Hooking,
  path: string,
  endsWith: EndsWith,
  signal: AbortSignal | null | undefined,
): CallRun {
  return new CallRun({ ...hooking, path, endsWith, can: canOf(path), signal: signal ?? undefined });
}
