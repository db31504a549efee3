import type { StepOutcome } from '@interpose/core';
import type { Exchange } from './exchange.ts';
import { refusalOf } from './refusals.ts';
import { CODES, rpcError } from './rpc-error.ts';

/** Returns the output of a call after its hooks; throws the original error if there is one, else an SDK error. */
export function outputOf<Output>(
  exchange: Exchange,
  outcome: StepOutcome<Output>,
): { readonly value: Output; readonly changed: boolean } {
  switch (outcome.kind) {
    case 'output':
      return { value: outcome.output, changed: outcome.changed };
    case 'denied':
      throw refusalOf(exchange, outcome.denial);
    case 'error':
      if ('thrown' in outcome) throw outcome.thrown;
      throw rpcError(exchange.id, CODES.internal, outcome.error.message);
    case 'suspended':
      throw new TypeError('an A2A request cannot wait for a person');
  }
}
