import type { MaybePromise, StateStore } from '@interpose/core';

import { andThen } from '../shared/values/and-then.ts';
import { endsBy, readSwitches, stillOff, SWITCHES_KEY, type Switches } from './switches.ts';

/** The switches, or `unreadable` when the store holds something else. */
export type Reading = Switches | 'unreadable';

/** Reads the switches. Gates that accept an older reading share it. */
export class SwitchReader {
  readonly #store: StateStore;
  /** The last reading, and when it began by the clock of `performance.now`, which nobody sets. */
  #last: { readonly reading: Reading; readonly at: number } | undefined;

  constructor(store: StateStore) {
    this.#store = store;
  }

  /** Returns the switches as they were at most `mayBeMs` milliseconds ago. */
  read(mayBeMs: number): MaybePromise<Reading> {
    const last = this.#last;
    const startedAt = performance.now();
    const now = Date.now();
    if (last !== undefined && startedAt - last.at < mayBeMs) {
      const { reading } = last;
      if (reading === 'unreadable' || !endsBy(reading, now)) return reading;
    }
    const stored = andThen(this.#store.get(SWITCHES_KEY), (read) =>
      endsBy(readSwitches(read), now) ? this.#removeEnded() : read,
    );
    return andThen(stored, (left) => this.#keep(left, startedAt));
  }

  /** Removes what has ended by the clock of the store: the clock of this machine may be ahead. */
  #removeEnded(): MaybePromise<unknown> {
    return this.#store.update(SWITCHES_KEY, (stored, now = Date.now()) => {
      const switches = readSwitches(stored);
      return switches === undefined ? stored : stillOff(switches, now);
    });
  }

  #keep(stored: unknown, at: number): Reading {
    const reading = readSwitches(stored) ?? 'unreadable';
    this.#last = { reading, at };
    return reading;
  }
}
