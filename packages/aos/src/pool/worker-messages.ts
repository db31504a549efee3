/**
 * The types of the messages between threads for one purpose.
 *
 * @example
 * const echo = (start: Talk['start']): Talk['ready'] => start;
 */
export interface Talk {
  /** The input that a worker starts with. */
  readonly start: unknown;
  /** The message of a worker that is ready. */
  readonly ready: unknown;
  /** A question to a worker. */
  readonly asked: unknown;
  /** The answer of a worker. */
  readonly answered: unknown;
  /** A request of a worker to the main thread. */
  readonly call: unknown;
  /** A report of a worker to the main thread. */
  readonly told: unknown;
  /** News of the main thread for workers. */
  readonly news: unknown;
}

/** A message of the main thread to a worker. */
export type ToWorker<T extends Talk> =
  | { readonly kind: 'ask'; readonly number: number; readonly asked: T['asked'] }
  | { readonly kind: 'ping' }
  | {
      readonly kind: 'called';
      readonly number: number;
      readonly answer?: unknown;
      readonly problem?: string;
    }
  | { readonly kind: 'news'; readonly news: T['news'] }
  | { readonly kind: 'close' };

/** A request of a worker to the main thread, with the question that waits for it if it may take long. */
export interface WorkerCall<T extends Talk> {
  readonly kind: 'call';
  readonly number: number;
  readonly call: T['call'];
  readonly waitingAsk?: number;
}

/** The reason why a worker cannot start, or cannot answer. */
export interface WorkerFailure {
  readonly code: string;
  readonly problem: string;
  readonly remedy: string;
}

/** The bytes that a worker holds outside of its heap, in buffers. */
interface Weight {
  readonly outside: number;
}

/** A message of a worker to the main thread. */
export type FromWorker<T extends Talk> =
  | { readonly kind: 'ready'; readonly ready: T['ready'] }
  | ({ readonly kind: 'failed' } & WorkerFailure)
  | ({
      readonly kind: 'answer';
      readonly number: number;
      readonly answered: T['answered'];
    } & Weight)
  | ({ readonly kind: 'unanswered'; readonly number: number } & WorkerFailure)
  | ({ readonly kind: 'pong' } & Weight)
  | WorkerCall<T>
  | { readonly kind: 'leave'; readonly number: number }
  | { readonly kind: 'told'; readonly told: T['told'] };
