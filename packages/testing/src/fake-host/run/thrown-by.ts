import type { Failure } from '@interpose/core';

/** What the caller catches: the very object that was thrown, or an error made from the one a policy left. */
export function thrownBy(outcome: { readonly error: Failure; readonly thrown?: unknown }): unknown {
  if ('thrown' in outcome) return outcome.thrown;
  const { error } = outcome;
  if (error instanceof Error) return error;
  const { message, ...rest } = error;
  return Object.assign(new Error(message), rest);
}
