import type { MaybePromise, StateStore } from '@interpose/core';

import { andThen } from '../shared/values/and-then.ts';
import { readSwitches, SWITCHES_KEY, type Switches } from './switches.ts';

/** What was read: what is off, or that it cannot be told. */
export type Reading = Switches | 'unreadable';

/** Reads what is switched off; gates that may use a reading that is not new share it. */
export class SwitchReader {
  readonly #store: StateStore;
  #last: { readonly reading: Reading; readonly at: number } | undefined;

  constructor(store: StateStore) {
    this.#store = store;
  }

  /** What is off, as it was at most so many milliseconds ago. */
  read(mayBeMs: number): MaybePromise<Reading> {
    const last = this.#last;
    const startedAt = Date.now();
    if (last !== undefined && startedAt >= last.at && startedAt - last.at < mayBeMs) {
      return last.reading;
    }
    return andThen(this.#store.get(SWITCHES_KEY), (stored) => this.#keep(stored, startedAt));
  }

  #keep(stored: unknown, at: number): Reading {
    const reading = readSwitches(stored) ?? 'unreadable';
    this.#last = { reading, at };
    return reading;
  }
}
