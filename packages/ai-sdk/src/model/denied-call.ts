import { DeniedError, type Failure } from '@interpose/core';
import type { Refused } from '@interpose/core/adapter';
import type { ChatRun } from '../run/host-run.ts';
import type { NativeParams } from '../translate/native.ts';

/** True where a refusal cannot be a message: the caller wants an object, or a thrown error. */
export function mustThrow(refused: Refused, params: NativeParams): boolean {
  return refused.throws || params.responseFormat?.type === 'json';
}

/** Remembers the refusal for the ending of the chat, and makes the error for a caller who gets one. */
export function deniedError(run: ChatRun, refused: Refused): DeniedError {
  run.refusal = refused.denial;
  return new DeniedError(refused.denial);
}

/** The error a caller gets for a failure; what the host threw stays the same object. */
export function thrownFor(outcome: {
  readonly error: Failure;
  readonly thrown?: unknown;
}): unknown {
  if ('thrown' in outcome) return outcome.thrown;
  if (outcome.error instanceof Error) return outcome.error;
  const { message, ...details } = outcome.error;
  return Object.assign(new Error(message), details);
}
