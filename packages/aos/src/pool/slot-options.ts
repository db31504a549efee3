import type { Talk } from './worker-messages.ts';

/**
 * How a worker is started and watched, and who hears it.
 *
 * @example
 * const times: Pick<SlotOptions<Talk>, 'budgetMs' | 'loadMs'> = { budgetMs: 1000, loadMs: 10_000 };
 */
export interface SlotOptions<T extends Talk> {
  /** The program of the worker, which calls `workInThread`. */
  readonly script: URL;
  readonly execArgv?: readonly string[];
  /** Mebibytes of heap that a worker may hold; beyond them it is gone. */
  readonly heapMb?: number;
  readonly start: T['start'];
  /** What the worker loads, in messages. */
  readonly module: string;
  /** A worker that holds its thread for longer is stopped. */
  readonly budgetMs: number;
  /** A worker that is not ready by then is stopped. */
  readonly loadMs: number;
  /** Does what the worker wants; the signal aborts when it wants it no more, or is gone. */
  readonly call: (call: T['call'], signal: AbortSignal) => Promise<unknown>;
  readonly told: (told: T['told']) => void;
  /** A worker was stopped, or went by itself; so many questions got no answer. */
  readonly stopped: (reason: string, unanswered: number) => void;
  /** What each new worker has to hear first. */
  readonly news?: () => readonly T['news'][];
}
