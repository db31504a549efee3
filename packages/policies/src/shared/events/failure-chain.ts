import type { Dict } from '@interpose/core';

const DEEPEST = 5;

/** Returns an error and its causes, outermost first. SDKs keep a cause in `cause`, `lastError` or `error`. */
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

/** Whether a value is an object, whose fields can be read. */
export function isRecord(value: unknown): value is Dict {
  return typeof value === 'object' && value !== null;
}
