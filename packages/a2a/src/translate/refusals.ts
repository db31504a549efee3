import { DeniedError, type Denial } from '@interpose/core';
import { denialText, refusalText } from '@interpose/core/adapter';
import type { Exchange } from './exchange.ts';
import { CODES, rpcError } from './rpc-error.ts';

const refusals = new WeakSet<object>();

/**
 * Returns the JSON-RPC error for a denied message, with the `DeniedError` as its cause. On the client side, the calling
 * agent reads the reason, as its model does for a tool. A caller of our server reads only the verdict's `message`.
 */
export function refusalOf({ id, role, forbidden }: Exchange, denial: Denial): Error {
  const text = role === 'client' ? denialText(denial) : refusalText(denial);
  const refusal = rpcError(id, CODES.denied, text, { data: [{ reason: denial.code }] });
  Object.assign(refusal, forbidden);
  refusals.add(refusal);
  return Object.defineProperty(refusal, 'cause', { value: new DeniedError(denial) });
}

/** Whether the error answers a message that a policy denied. */
export function isRefusal(error: unknown): boolean {
  return typeof error === 'object' && error !== null && refusals.has(error);
}
