import { isThenable } from '../method/is-thenable.ts';
import { REFUSAL } from './make-hooks.ts';

/** Lets a well-formed deny stand and denies on anything else, as a careful loop would. */
export function readAnswer(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || isThenable(answer)) return REFUSAL;
  const { decision, reason } = answer as { readonly decision?: unknown; readonly reason?: unknown };
  return decision === 'deny' && typeof reason === 'string' ? answer : REFUSAL;
}
