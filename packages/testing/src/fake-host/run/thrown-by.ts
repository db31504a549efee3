import type { Failure } from '@interpose/core';

/** Returns the value that the caller catches: the thrown object itself, or an error made from the changed failure. */
export function thrownBy(outcome: { readonly error: Failure; readonly thrown?: unknown }): unknown {
  if ('thrown' in outcome) return outcome.thrown;
  const { error } = outcome;
  if (error instanceof Error) return error;
  const { message, ...rest } = error;
  return Object.assign(new Error(message), rest);
}
