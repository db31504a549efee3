import type { Failure } from '../../contract/values/index.ts';
import type { StepReturn } from './after-step.ts';

/** What the host threw, to go along with this error untouched; nothing once a verdict changed or supplied the error. */
export function thrownWith(
  arrived: StepReturn | undefined,
  error: Failure,
): { readonly thrown?: unknown } {
  const same = arrived?.kind === 'error' && arrived.error === error && 'thrown' in arrived;
  return same ? { thrown: arrived.thrown } : {};
}
