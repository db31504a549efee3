import { DeniedError, type Denial } from '@interpose/core';
import { denialText, refusalText } from '@interpose/core/adapter';
import type { Exchange } from './exchange.ts';
import { CODES, rpcError } from './rpc-error.ts';

const refusals = new WeakSet<object>();

/**
 * The JSON-RPC error that answers a denied message, with the `DeniedError` as its cause. The calling agent reads why,
 * as its model does of a tool; another organisation's agent reads no more than the verdict's `message`.
 */
export function refusalOf({ id, role }: Exchange, denial: Denial): Error {
  const text = role === 'client' ? denialText(denial) : refusalText(denial);
  const refusal = rpcError(id, CODES.denied, text, { data: [{ reason: denial.code }] });
  refusals.add(refusal);
  return Object.defineProperty(refusal, 'cause', { value: new DeniedError(denial) });
}

/** True for an error that answers what a policy denied. */
export function isRefusal(error: unknown): boolean {
  return typeof error === 'object' && error !== null && refusals.has(error);
}
