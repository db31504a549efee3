import { DeniedError, type Denial, type Failure, type ModelRequest } from '@interpose/core';
import type { Refused } from '@interpose/core/adapter';

/**
 * A call of a model, or of an agent, that failed.
 *
 * @example
 * const failed: Failed = { kind: 'error', error: { message: 'overloaded' } };
 */
export interface Failed {
  readonly kind: 'error';
  readonly error: Failure;
  /** What the host threw, untouched; absent when a verdict changed or supplied the error. */
  readonly thrown?: unknown;
}

/**
 * Returns the error that a caller gets: the same object that the host threw, or a `Kind` for a failure by a hook.
 *
 * @example
 * String(thrownFor({ kind: 'error', error: { message: 'overloaded' } })); // => 'Error: overloaded'
 */
export function thrownFor(outcome: Failed, Kind: new (message: string) => Error = Error): unknown {
  if ('thrown' in outcome) return outcome.thrown;
  if (outcome.error instanceof Error) return outcome.error;
  const { message, ...details } = outcome.error;
  return Object.assign(new Kind(message), details);
}

/**
 * The field in which a run keeps a refusal that went out, for the ending of its chat.
 *
 * @example
 * const run: Refusable = { refusal: undefined };
 */
export interface Refusable {
  refusal: Denial | undefined;
}

/**
 * Remembers a refusal for the ending of the chat, and returns the error for a caller who gets one.
 *
 * @example
 * const refuse = (run: Refusable, refused: Refused): never => {
 *   throw deniedError(run, refused);
 * };
 */
export function deniedError(run: Refusable, { denial }: Refused): DeniedError {
  run.refusal = denial;
  return new DeniedError(denial);
}

/**
 * Returns the host's own refusal message for the caller of a model, or throws an error. `wantsError` is true if a
 * message cannot be the answer, as for a caller who wants an object.
 *
 * @throws what the host threw, or a DeniedError.
 *
 * @example
 * const answer = (run: Refusable, outcome: Failed | Refused): string => withoutAnswer(run, outcome, false, (text) => text);
 */
export function withoutAnswer<T>(
  run: Refusable,
  outcome: Failed | Refused,
  wantsError: boolean,
  refusal: (text: string) => T,
): T {
  if (outcome.kind === 'error') throw thrownFor(outcome);
  if (outcome.throws || wantsError) throw deniedError(run, outcome);
  run.refusal = outcome.denial;
  return refusal(outcome.text);
}

/**
 * Returns a function that reads a request once, and returns the same object in later calls.
 *
 * @example
 * const request = requestReader(() => ({ messages: [] }));
 * request() === request(); // => true
 */
export function requestReader(read: () => ModelRequest): () => ModelRequest {
  let known: ModelRequest | undefined;
  return () => (known ??= read());
}

/**
 * Returns why the model of a changed request cannot be asked, judged by its name; undefined if it can.
 *
 * @example
 * whyUnnamed({ messages: [] }, { model: 'small', messages: [] }); // => 'A policy took away the name of the model.'
 */
export function whyUnnamed(
  { model: name }: ModelRequest,
  { model: before }: ModelRequest,
): string | undefined {
  return name === before || (typeof name === 'string' && name !== '')
    ? undefined
    : 'A policy took away the name of the model.';
}
