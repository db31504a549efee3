import { AsyncLocalStorage } from 'node:async_hooks';
import { getHeapStatistics } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';

import { InterposeError } from '@interpose/core';

import type { FromWorker, Talk, ToWorker, WorkerFailure } from './worker-messages.ts';

/**
 * The main thread from the view of a worker.
 *
 * @example
 * const say = (main: MainThread<Talk>): void => main.tell('done');
 */
export interface MainThread<T extends Talk> {
  tell(told: T['told']): void;
  /** Makes the main thread do something. With `waits`, a question that waits for it can be asked again elsewhere. */
  call(
    call: T['call'],
    how?: { readonly signal?: AbortSignal; readonly waits?: boolean },
  ): Promise<unknown>;
}

/**
 * The work of a worker that is ready.
 *
 * @example
 * const echo: Working<Talk> = { ready: 'ready', answer: async (asked) => asked, close: async () => {} };
 */
export interface Working<T extends Talk> {
  readonly ready: T['ready'];
  answer(asked: T['asked']): Promise<T['answered']>;
  /** Receives news that the main thread sends to every worker. */
  hear?(news: T['news']): void;
  close(): Promise<void>;
}

type Settle = {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly settled: () => void;
};

/** Answers the main thread until it is closed; the thread ends if it cannot start. */
class Thread<T extends Talk> implements MainThread<T> {
  readonly #asks = new AsyncLocalStorage<number>();
  readonly #open = new Map<number, Settle>();
  readonly #unheard: T['news'][] = [];
  #working: Working<T> | undefined;
  #calls = 0;

  tell(told: T['told']): void {
    this.#send({ kind: 'told', told });
  }

  call(
    call: T['call'],
    { signal, waits = false }: { readonly signal?: AbortSignal; readonly waits?: boolean } = {},
  ): Promise<unknown> {
    const number = (this.#calls += 1);
    const ask = waits ? this.#asks.getStore() : undefined;
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const leave = (): void => this.#send({ kind: 'leave', number });
      signal?.addEventListener('abort', leave, { once: true });
      const settled = (): void => signal?.removeEventListener('abort', leave);
      this.#open.set(number, { resolve, reject, settled });
      this.#send({
        kind: 'call',
        number,
        call,
        ...(ask === undefined ? {} : { waitingAsk: ask }),
      });
    });
  }

  async begin(
    work: (start: T['start'], main: MainThread<T>) => Promise<Working<T>>,
  ): Promise<void> {
    parentPort?.on('message', (message: ToWorker<T>) => this.#hear(message));
    this.#working = await work((workerData as { readonly start: T['start'] }).start, this);
    for (const news of this.#unheard) this.#working.hear?.(news);
    this.#send({ kind: 'ready', ready: this.#working.ready });
  }

  #hear(message: ToWorker<T>): void {
    switch (message.kind) {
      case 'ping':
        return this.#send({ kind: 'pong', outside: outside() });
      case 'ask':
        return void this.#asks.run(message.number, () => this.#answer(message));
      case 'called':
        return this.#settle(message);
      case 'news':
        if (this.#working === undefined) this.#unheard.push(message.news);
        else this.#working.hear?.(message.news);
        return undefined;
      case 'close':
        return void this.#close();
    }
  }

  async #answer({ number, asked }: ToWorker<T> & { readonly kind: 'ask' }): Promise<void> {
    try {
      const answered = await this.#working?.answer(asked);
      this.#send({ kind: 'answer', number, answered, outside: outside() });
    } catch (error) {
      // An unhandled rejection would end the thread, and all other questions would stay unanswered.
      this.#send({ kind: 'unanswered', number, ...failureOf(error) });
    }
  }

  #settle({ number, answer, problem }: ToWorker<T> & { readonly kind: 'called' }): void {
    const settle = this.#open.get(number);
    this.#open.delete(number);
    settle?.settled();
    if (problem === undefined) settle?.resolve(answer);
    else settle?.reject(new Error(problem));
  }

  async #close(): Promise<void> {
    await this.#working?.close().catch(() => undefined);
    parentPort?.close();
    // Timers and connections that policies left open must not keep the thread alive.
    process.exit();
  }

  #send(message: FromWorker<T>): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it means windows of a browser
    parentPort?.postMessage(message);
  }
}

/**
 * Makes this thread a worker of a `WorkerSlot`: starts the work, and answers questions until it is closed.
 *
 * @example
 * const begin = (): void => workInThread(async () => ({ ready: 'ready', answer: async (asked) => asked, close: async () => {} }));
 */
export function workInThread<T extends Talk>(
  work: (start: T['start'], main: MainThread<T>) => Promise<Working<T>>,
): void {
  new Thread<T>().begin(work).catch((error: unknown) => {
    const failed: FromWorker<T> = { kind: 'failed', ...failureOf(error) };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it means windows of a browser
    parentPort?.postMessage(failed);
  });
}

function outside(): number {
  return getHeapStatistics().external_memory;
}

/** Splits an error so that it can be made again: its message holds the code, the problem and the remedy. */
function failureOf(error: unknown): WorkerFailure {
  const problem = error instanceof Error ? error.message : String(error);
  const remedy = 'repair the module';
  if (!InterposeError.isInstance(error)) return { code: 'policies_unreadable', problem, remedy };
  const [, told = problem, advice = remedy] = /^\[\w+\] ([^]*); ([^]*)$/.exec(problem) ?? [];
  return { code: error.code, problem: told, remedy: advice };
}
