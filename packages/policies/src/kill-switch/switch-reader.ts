import type { MaybePromise, StateStore } from '@interpose/core';

import { andThen } from '../shared/values/and-then.ts';
import { readSwitches, SWITCHES_KEY, type Switches } from './switches.ts';

/** The switches, or `unreadable` when the store holds something else. */
export type Reading = Switches | 'unreadable';

/** Reads the switches. Gates that accept an older reading share it. */
export class SwitchReader {
  readonly #store: StateStore;
  #last: { readonly reading: Reading; readonly at: number } | undefined;

  constructor(store: StateStore) {
    this.#store = store;
  }

  /** Returns the switches as they were at most `mayBeMs` milliseconds ago. */
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
