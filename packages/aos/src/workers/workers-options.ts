import type { DecisionRecord, StateStore } from '@interpose/core';

import type { ServeNote, ServeOptions } from '../server/serve-options.ts';

/**
 * Something an operator of workers may want to know: a worker that was stopped with so many decisions unmade, and why.
 *
 * @example
 * const log = (note: WorkerNote): void => console.log(note.kind);
 */
export type WorkerNote =
  | ServeNote
  | {
      readonly kind: 'worker-stopped';
      readonly worker: number;
      readonly reason: string;
      readonly undecided: number;
    };

/**
 * How a module of policies is served by worker threads; only `workers` is required.
 *
 * @example
 * const options: WorkersOptions = { workers: 2, budgetMs: 500, token: 'secret' };
 */
export interface WorkersOptions extends Omit<ServeOptions, 'signal' | 'report' | 'admit'> {
  /** How many threads decide: a whole number from 1. */
  readonly workers: number;
  /** A worker that holds its loop for so many milliseconds is stopped and replaced: 1000. */
  readonly budgetMs?: number;
  /** A module that takes longer than this to load is refused: 10000. */
  readonly loadMs?: number;
  /** Where the state of sessions lives, for all workers: the memory of this process. */
  readonly store?: StateStore;
  /** Told of every decision. */
  readonly onDecision?: (record: DecisionRecord) => void;
  /** Told of every repair, every request without a decision, and every worker that was stopped. */
  readonly report?: (note: WorkerNote) => void;
}

/**
 * Policies that are served by worker threads.
 *
 * @example
 * const stop = (pool: WorkerPool): Promise<void> => pool.close();
 */
export interface WorkerPool {
  /** The names of the policies. */
  readonly names: readonly string[];
  /** Answers a request as `serve` does; it never throws. */
  readonly answer: (request: Request) => Promise<Response>;
  /** Stops every worker; what is being decided gets no decision. */
  readonly close: () => Promise<void>;
}
