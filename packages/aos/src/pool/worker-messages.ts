/**
 * What threads say to each other about their own matter.
 *
 * @example
 * const echo = (start: Talk['start']): Talk['ready'] => start;
 */
export interface Talk {
  /** What a worker is started with. */
  readonly start: unknown;
  /** What it says once it is ready. */
  readonly ready: unknown;
  /** What it is asked. */
  readonly asked: unknown;
  /** What it answers. */
  readonly answered: unknown;
  /** What it wants of the main thread. */
  readonly call: unknown;
  /** What it tells the main thread. */
  readonly told: unknown;
  /** What the main thread tells it. */
  readonly news: unknown;
}

/** What the main thread says to a worker. */
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

/** What a worker wants of the main thread, and for which question where it may take long. */
export interface WorkerCall<T extends Talk> {
  readonly kind: 'call';
  readonly number: number;
  readonly call: T['call'];
  readonly waitingAsk?: number;
}

/** Why a worker cannot begin, or cannot answer. */
export interface WorkerFailure {
  readonly code: string;
  readonly problem: string;
  readonly remedy: string;
}

/** Bytes that a worker holds outside of its heap, in buffers. */
interface Weight {
  readonly outside: number;
}

/** What a worker says to the main thread. */
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
