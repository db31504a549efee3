import type { StepOutcome } from '@interpose/core';
import type { Exchange } from './exchange.ts';
import { CODES, rpcError } from './rpc-error.ts';

/** The error a caller gets for a failed step: what was thrown itself, else one of the SDK for what a hook supplied. */
export function thrownFor(
  { id }: Exchange,
  outcome: Extract<StepOutcome, { kind: 'error' }>,
): Error {
  // Whatever it is, the caller gets what was thrown.
  if ('thrown' in outcome) return outcome.thrown as Error;
  return rpcError(id, CODES.internal, outcome.error.message);
}
