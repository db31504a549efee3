import type { Dict } from '@interpose/core';

const DEEPEST = 5;

/** An error and what it says caused it, outermost first; SDKs hide the provider's own under `cause`, `lastError` or `error`. */
export function failureChain(error: unknown): readonly Dict[] {
  const chain: Dict[] = [];
  let current = error;
  while (chain.length < DEEPEST && isRecord(current) && !chain.includes(current)) {
    chain.push(current);
    const { cause, lastError, error: inner } = current;
    current = [cause, lastError, inner].find(isRecord);
  }
  return chain;
}

/** True for an object whose fields can be looked at. */
export function isRecord(value: unknown): value is Dict {
  return typeof value === 'object' && value !== null;
}
