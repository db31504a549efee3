import type { DeniedError } from '@interpose/core';

const refusals = new WeakSet<object>();

/** Makes an error of the SDK the answer to what a policy denied. */
export function markRefusal(error: Error, cause: DeniedError): Error {
  refusals.add(error);
  return Object.defineProperty(error, 'cause', { value: cause });
}

/** True for an error that answers what a policy denied. */
export function isRefusal(error: unknown): boolean {
  return typeof error === 'object' && error !== null && refusals.has(error);
}
