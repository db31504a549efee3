import type { BaseContext, DecisionRecord, MaybePromise } from '@interpose/core';

import { neverRan } from './never-ran.ts';

/** A step, as far as it matters here; its metadata is the same object for all hooks and observers of one dispatch. */
type Step = Pick<BaseContext, 'metadata' | 'signal'>;

/**
 * What a hook set aside for a step until its gate is through, by step. It comes back where the step then does not
 * happen, also where its chat ends meanwhile, or the gate gave up on the hook before it had set anything aside.
 */
export class SetAside<Kept> {
  readonly #kept = new WeakMap<object, Kept>();
  /** The steps whose gate is not through, by the signal that ends them: one listener for all the steps of a chat. */
  readonly #open = new WeakMap<AbortSignal, Set<object>>();
  readonly #over = new WeakSet<object>();
  readonly #takeBack: (kept: Kept) => unknown;

  /** `takeBack` undoes it; what it throws, or rejects with, where nobody waits for it, is lost. */
  constructor(takeBack: (kept: Kept) => unknown) {
    this.#takeBack = takeBack;
  }

  /** What was set aside for this step. */
  of({ metadata }: Pick<Step, 'metadata'>): Kept | undefined {
    return this.#kept.get(metadata);
  }

  /** Sets something aside for this step. */
  keep({ metadata, signal }: Step, kept: Kept): void {
    this.#kept.set(metadata, kept);
    if (signal.aborted || this.#over.has(metadata)) return this.#dropUnwatched(metadata);
    this.#openSteps(signal).add(metadata);
  }

  /** The gate is through: what comes back is waited for, and where nothing does nobody waits. */
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
