import { memoryStore, type MaybePromise, type StateStore } from '@interpose/core';
import { keyPart } from '@interpose/core/adapter';

import { decideInStore } from '../shared/stores/decide-in-store.ts';
import { andThen } from '../shared/values/and-then.ts';
import {
  failCircuit,
  mendCircuit,
  passCircuit,
  readCircuit,
  type Circuit,
  type CircuitTimes,
  type Passage,
} from './circuit.ts';

/** The tool or model that a circuit is for. */
export interface CircuitOf {
  readonly kind: 'tool' | 'model';
  readonly name: string;
}

/** The extra time that a circuit is kept, so that one probe still comes first when nobody asked for hours. */
const DAY_MS = 24 * 60 * 60 * 1000;

/** The circuits in one store. A closed circuit is only read while nothing fails. */
export class Circuits {
  readonly #times: CircuitTimes;
  readonly #store: StateStore;
  readonly #prefix: string;
  readonly #keptMs: number;

  constructor(times: CircuitTimes, store: StateStore = memoryStore(), name = 'default') {
    this.#times = times;
    this.#store = store;
    this.#prefix = `circuit-breaker:${keyPart(name)}:`;
    this.#keptMs = Math.max(times.windowMs, times.openMs, times.probeMs) + DAY_MS;
  }

  /** Asks whether a step may pass. A step that becomes the probe is stored in the same atomic update. */
  pass(of: CircuitOf): MaybePromise<Passage> {
    return andThen(this.#store.get(this.#key(of)), (stored): MaybePromise<Passage> => {
      // A clock of this machine may be behind or ahead: the later one says when to look at that of the store.
      const latest = Math.max(Date.now(), performance.timeOrigin + performance.now());
      const first = passCircuit(readCircuit(stored), this.#times, latest);
      if (first.kind !== 'probe') return first;
      return this.#decide(of, (circuit, now) => {
        const passage = passCircuit(circuit, this.#times, now);
        return [passage.circuit, passage];
      });
    });
  }

  fail(of: CircuitOf): MaybePromise<void> {
    return this.#decide(of, (circuit, now) => [failCircuit(circuit, this.#times, now), undefined]);
  }

  mend(of: CircuitOf): MaybePromise<void> {
    return andThen(this.#store.get(this.#key(of)), (stored): MaybePromise<void> => {
      if (readCircuit(stored)?.state !== 'probing') return undefined;
      return this.#decide(of, (circuit) => [mendCircuit(circuit), undefined]);
    });
  }

  #key({ kind, name }: CircuitOf): string {
    return `${this.#prefix}${kind}:${keyPart(name)}`;
  }

  #decide<D>(
    of: CircuitOf,
    decide: (circuit: Circuit | undefined, now: number) => readonly [Circuit | undefined, D],
  ): MaybePromise<D> {
    return decideInStore(
      this.#store,
      this.#key(of),
      (stored, now) => decide(readCircuit(stored), now),
      this.#keptMs,
    );
  }
}
