import type { BaseContext, DecisionRecord, MaybePromise } from '@interpose/core';

import { neverRan } from './never-ran.ts';

/** A step. Its metadata is the same object for all hooks and observers of one dispatch. */
type Step = Pick<BaseContext, 'metadata' | 'signal'>;

/**
 * Keeps a reservation that a hook made for a step. `takeBack` undoes the reservation if the step then does not happen,
 * also if its chat ends meanwhile, or if the gate gave up on the hook before it made the reservation.
 */
export class SetAside<Kept> {
  readonly #kept = new WeakMap<object, Kept>();
  /** The steps still at their gate, by the signal that ends them: one listener for all steps of a chat. */
  readonly #open = new WeakMap<AbortSignal, Set<object>>();
  readonly #over = new WeakSet<object>();
  readonly #takeBack: (kept: Kept) => unknown;

  /** Takes the function that undoes a reservation. Its errors are lost when nobody waits for it. */
  constructor(takeBack: (kept: Kept) => unknown) {
    this.#takeBack = takeBack;
  }

  /** Returns the reservation of this step. */
  of({ metadata }: Pick<Step, 'metadata'>): Kept | undefined {
    return this.#kept.get(metadata);
  }

  /** Keeps a reservation for this step. */
  keep({ metadata, signal }: Step, kept: Kept): void {
    this.#kept.set(metadata, kept);
    if (signal.aborted || this.#over.has(metadata)) return this.#dropUnwatched(metadata);
    this.#openSteps(signal).add(metadata);
  }

  /** Ends the gate of a step. The returned promise waits until the reservation is undone, if it has to be. */
  passed({ metadata, signal }: Step, record?: DecisionRecord): MaybePromise<void> {
    this.#open.get(signal)?.delete(metadata);
    if (!neverRan(record)) return undefined;
    this.#over.add(metadata);
    return this.#drop(metadata)?.then(() => undefined);
  }

  #openSteps(signal: AbortSignal): Set<object> {
    const known = this.#open.get(signal);
    if (known !== undefined) return known;
    const steps = new Set<object>();
    this.#open.set(signal, steps);
    const dropAll = (): void => {
      for (const step of steps) this.#dropUnwatched(step);
      steps.clear();
    };
    signal.addEventListener('abort', dropAll, { once: true });
    return steps;
  }

  #dropUnwatched(step: object): void {
    this.#drop(step)?.catch(() => undefined);
  }

  #drop(step: object): Promise<unknown> | undefined {
    const kept = this.#kept.get(step);
    if (kept === undefined) return undefined;
    this.#kept.delete(step);
    return Promise.resolve(kept).then(this.#takeBack);
  }
}
