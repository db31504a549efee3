import type { DecisionRecord, StateStore } from '@interpose/core';

import type { ServeNote, ServeOptions } from '../server/serve-options.ts';

/**
 * An event for operators of workers: a worker was stopped, with the reason and the number of open decisions.
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
 * Options for serving a module of policies in worker threads; only `workers` is required.
 *
 * @example
 * const options: WorkersOptions = { workers: 2, budgetMs: 500, token: 'secret' };
 */
export interface WorkersOptions extends Omit<ServeOptions, 'signal' | 'report' | 'admit'> {
  /** The number of threads that decide: a whole number from 1. */
  readonly workers: number;
  /** A worker that blocks its event loop for so many milliseconds is stopped and replaced. Default: 1000. */
  readonly budgetMs?: number;
  /** The milliseconds that a module may take to load. Default: 10000. */
  readonly loadMs?: number;
  /** Where the state of sessions is kept, for all workers. Default: the memory of this process. */
  readonly store?: StateStore;
  /** Called with every decision. */
  readonly onDecision?: (record: DecisionRecord) => void;
  /** Called with every repair, every request without a decision, and every stopped worker. */
  readonly report?: (note: WorkerNote) => void;
}

/**
 * The policies in their worker threads.
 *
 * @example
 * const stop = (pool: WorkerPool): Promise<void> => pool.close();
 */
export interface WorkerPool {
  /** The names of the policies. */
  readonly names: readonly string[];
  /** Answers a request as `serve` does; it never throws. */
  readonly answer: (request: Request) => Promise<Response>;
  /** Stops every worker; open requests get no decision. */
  readonly close: () => Promise<void>;
}
