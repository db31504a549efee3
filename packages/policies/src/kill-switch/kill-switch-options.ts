import { InterposeError, type MaybePromise, type StateStore } from '@interpose/core';

import type { SwitchedStep } from './switch-target.ts';

/**
 * Options of `killSwitch`; pass at least one of `store`, `signal` and `check`.
 *
 * @example
 * const options: KillSwitchOptions = { store: memoryStore(), signal: new AbortController().signal };
 */
export interface KillSwitchOptions {
  /** The store that `switchOff` and `switchOn` write to, perhaps in another process. */
  readonly store?: StateStore;
  /** Aborting this signal switches everything off. */
  readonly signal?: AbortSignal;
  /** Called at every gate: `true` or a reason means off. If it throws, the gate denies too. */
  readonly check?: (step: SwitchedStep) => MaybePromise<boolean | string>;
  /** Milliseconds that later gates may use one reading of the store. Default: 0, every gate reads. */
  readonly freshMs?: number;
  /** The same for the pieces of streams, which come in quick succession. Default: 100. */
  readonly streamFreshMs?: number;
  /** Milliseconds that a reading may take before the gate denies. Default: 5000. */
  readonly timeoutMs?: number;
  /** The text that people read in a refusal. */
  readonly message?: string;
}

/** @throws InterposeError `invalid_option`. */
export function checkSwitchOptions(options: KillSwitchOptions): void {
  const { store, signal, check } = options;
  if (store === undefined && signal === undefined && check === undefined)
    throw invalid('killSwitch is given nothing to switch it', 'pass store, signal or check');
  if (store !== undefined && typeof store.get !== 'function')
    throw invalid('store of killSwitch is no StateStore', 'pass memoryStore() or a shared store');
  if (signal !== undefined && typeof signal.aborted !== 'boolean')
    throw invalid(
      'signal of killSwitch is no AbortSignal',
      'pass the signal of an AbortController',
    );
  if (check !== undefined && typeof check !== 'function')
    throw invalid('check of killSwitch is no function', 'pass a function');
  for (const name of ['freshMs', 'streamFreshMs', 'timeoutMs'] as const) {
    const value = options[name];
    if (value !== undefined && !(value >= 0))
      throw invalid(`${name} of killSwitch is ${String(value)}`, 'pass milliseconds');
    if (value === Infinity && name !== 'timeoutMs')
      throw invalid(`${name} of killSwitch has no end`, 'no later switch would be seen: pass less');
  }
}

function invalid(problem: string, remedy: string): InterposeError {
  return new InterposeError('invalid_option', problem, remedy);
}
