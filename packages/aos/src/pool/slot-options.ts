import type { Talk } from './worker-messages.ts';

/**
 * Options for starting and watching a worker, and for its messages.
 *
 * @example
 * const times: Pick<SlotOptions<Talk>, 'budgetMs' | 'loadMs'> = { budgetMs: 1000, loadMs: 10_000 };
 */
export interface SlotOptions<T extends Talk> {
  /** The program of the worker, which calls `workInThread`. */
  readonly script: URL;
  readonly execArgv?: readonly string[];
  /** The most heap of a worker in mebibytes; beyond it the worker ends. */
  readonly heapMb?: number;
  readonly start: T['start'];
  /** The module that the worker loads, for messages. */
  readonly module: string;
  /** A worker that blocks its thread for longer is stopped. */
  readonly budgetMs: number;
  /** A worker that takes longer to get ready is stopped. */
  readonly loadMs: number;
  /** Performs a call of the worker. The signal aborts when the worker no longer needs it, or is gone. */
  readonly call: (call: T['call'], signal: AbortSignal) => Promise<unknown>;
  readonly told: (told: T['told']) => void;
  /** Called when a worker was stopped or ended, with the number of unanswered questions. */
  readonly stopped: (reason: string, unanswered: number) => void;
  /** The news that each new worker gets first. */
  readonly news?: () => readonly T['news'][];
}
