import type { Talk, ToWorker, WorkerCall } from './worker-messages.ts';

/** The calls of one worker to the main thread that are not answered yet. */
export class OpenCalls<T extends Talk> {
  readonly #do: (call: T['call'], signal: AbortSignal) => Promise<unknown>;
  readonly #tell: (message: ToWorker<T>) => void;
  #open = new Map<number, { controller: AbortController; ask: number | undefined }>();
  /** The open questions that have waited for a call, now or before. */
  readonly #waited = new Set<number>();

  constructor(
    does: (call: T['call'], signal: AbortSignal) => Promise<unknown>,
    tell: (message: ToWorker<T>) => void,
  ) {
    this.#do = does;
    this.#tell = tell;
  }

  async take({ number, call, waitingAsk: ask }: WorkerCall<T>): Promise<void> {
    const controller = new AbortController();
    if (ask !== undefined) this.#waited.add(ask);
    const open = this.#open.set(number, { controller, ask });
    // The next worker counts its calls from one again.
    const tell = (told: { readonly answer?: unknown; readonly problem?: string }): void => {
      if (open === this.#open) this.#tell({ kind: 'called', number, ...told });
    };
    try {
      const answer = await this.#do(call, controller.signal);
      tell(answer === undefined ? {} : { answer });
    } catch (error) {
      tell({ problem: String(error) });
    } finally {
      open.delete(number);
    }
  }

  /** Aborts a call that the worker no longer needs. */
  leave(number: number): void {
    this.#open.get(number)?.controller.abort(new Error('the decision is over'));
  }

  /** Whether a question has waited for a call; it has ended now. */
  settled(ask: number): boolean {
    return this.#waited.delete(ask);
  }

  /** Aborts all calls; returns the questions that were waiting for a call. */
  end(): ReadonlySet<number | undefined> {
    const waiting = [...this.#open.values()].map(({ controller, ask }) => {
      controller.abort(new Error('the worker is gone'));
      return ask;
    });
    this.#open = new Map();
    return new Set(waiting);
  }
}

/** The callbacks of a question to a worker that has no answer yet. */
export interface Waiting<T extends Talk> {
  readonly resolve: (answered: T['answered']) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Thrown when the worker of a question is gone, so that nobody will answer.
 *
 * @example
 * const retried = (error: unknown): boolean => error instanceof WorkerGone && error.hadWaited;
 */
export class WorkerGone extends Error {
  override readonly name = 'WorkerGone';
  /** True if the question waited for the main thread, so that it did not end the worker. */
  readonly wasWaiting: boolean;
  /** True also if the question had waited before: its worker may have ended before it heard the answer. */
  readonly hadWaited: boolean;

  constructor(reason: string, wasWaiting: boolean, hadWaited: boolean = wasWaiting) {
    super(reason);
    this.wasWaiting = wasWaiting;
    this.hadWaited = hadWaited;
  }
}
