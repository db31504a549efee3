import { isThenable } from '@interpose/adapter-kit';
import { InterposeError, type MaybePromise } from '@interpose/core';

type Emit = (event: string, ...values: unknown[]) => unknown;

/** The events by which a runner tells that it has ended. */
export type RunnerEnding = 'end' | 'abort' | 'error';

const ENDINGS: ReadonlySet<string> = new Set<RunnerEnding>(['end', 'abort', 'error']);

/** Errors that callers get as they are, without a wrapper. */
const own = new WeakSet<object>();

/** Remembers an error that hooks ended a call with. */
export function noteOwnError(error: unknown): void {
  if (typeof error === 'object' && error !== null) own.add(error);
}

/**
 * Calls `ended` with the ending of a runner and its error, before the runner tells anybody. Runners wrap every error
 * that is not of the SDK; an error of a policy is unwrapped for the caller.
 */
export function watchRunner<R>(
  runner: R,
  ended: (ending: RunnerEnding, error: unknown) => MaybePromise<void> = () => undefined,
): R {
  const watched = runner as { _emit?: Emit };
  const { _emit: emit } = watched;
  if (typeof emit !== 'function') return runner;
  let settled = false;
  const replaced: Emit = (event, ...values) => {
    const given = event === 'error' ? [unwrapped(values[0]), ...values.slice(1)] : values;
    const isEnding = !settled && ENDINGS.has(event);
    settled ||= isEnding;
    const waiting = isEnding ? ended(event as RunnerEnding, given[0]) : undefined;
    if (!isThenable(waiting)) return emit.call(runner, event, ...given);
    const tell = (): unknown => emit.call(runner, event, ...given);
    return waiting.then(tell, tell);
  };
  Object.defineProperty(runner, '_emit', { value: replaced, configurable: true, writable: true });
  return runner;
}

function unwrapped(error: unknown): unknown {
  const { cause } = (error ?? {}) as { readonly cause?: unknown };
  const isOwn = typeof cause === 'object' && cause !== null && own.has(cause);
  return isOwn || InterposeError.isInstance(cause) ? cause : error;
}
