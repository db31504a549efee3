import type { EventName, Hooks, InterposeError } from '@interpose/core';

/**
 * The report of something that passed no hooks although it was hooked.
 *
 * @example
 * const error = notEnforced([{ path: 'images', event: 'preRequest', status: 'unmediated' }]);
 * const unpoliced: Unpoliced = { adapter: 'toy', event: 'preRequest', error };
 */
export interface Unpoliced {
  /** The name of the adapter that reports it. */
  readonly adapter: string;
  /** The event that should have fired. */
  readonly event: EventName;
  readonly error: InterposeError;
}

/**
 * Reports something that passed no hooks, once for each registry and message: on `onHookError`, and outside production
 * as a warning of the process too.
 *
 * @example
 * const error = notEnforced([{ path: 'images', event: 'preRequest', status: 'unmediated' }]);
 * reportOnce(hooks, { adapter: 'toy', event: 'preRequest', error });
 */
export function reportOnce(hooks: Hooks, { adapter, event, error }: Unpoliced): void {
  const told = reported.get(hooks) ?? new Set();
  if (told.has(error.message)) return;
  reported.set(hooks, told.add(error.message));
  const { process } = globalThis as { readonly process?: Warning };
  if (process?.env?.['NODE_ENV'] !== 'production') process?.emitWarning?.(error);
  const report = { hook: adapter, failedEvent: event, error, code: error.code };
  void hooks.dispatch('onHookError', report);
}

const reported = new WeakMap<Hooks, Set<string>>();

interface Warning {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly emitWarning?: (warning: Error) => void;
}
