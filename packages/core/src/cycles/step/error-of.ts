import type { Failure } from '../../contract/values/index.ts';

/** A failure as something to throw; an Error stays itself. */
export function errorOf(failure: Failure): Error {
  return failure instanceof Error ? failure : Object.assign(new Error(failure.message), failure);
}
