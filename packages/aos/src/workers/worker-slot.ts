import { Worker } from 'node:worker_threads';

import { InterposeError } from '@interpose/core';

import { Heartbeat } from './heartbeat.ts';
import type { KeptInMain } from './kept-in-main.ts';
import type { Answered, Asked, FromWorker, ToWorker, WorkerStart } from './worker-messages.ts';

/** What a slot is told, and whom it tells. */
export interface SlotOptions {
  readonly start: WorkerStart;
  readonly budgetMs: number;
  readonly loadMs: number;
  readonly kept: KeptInMain;
  readonly told: (message: FromWorker) => void;
  /** A worker was stopped, or went by itself; so many requests got no decision. */
  readonly stopped: (reason: string, undecided: number) => void;
}

/** Nobody will answer: the worker that was asked is gone. */
class WorkerGone extends Error {
  override readonly name = 'WorkerGone';
}

type Waiting = {
  readonly resolve: (answered: Answered) => void;
  readonly reject: (error: Error) => void;
};

const IS_SOURCE = import.meta.url.endsWith('.ts');
const SCRIPT = new URL(IS_SOURCE ? './policy-worker.ts' : './policy-worker.js', import.meta.url);

/** A place for one worker: it is started, asked, watched, and replaced when it is gone. */
export class WorkerSlot {
  readonly #options: SlotOptions;
  readonly #waiting = new Map<number, Waiting>();
  readonly #heartbeat: Heartbeat;
  #worker: Worker | undefined;
  #ready: Promise<readonly string[]> | undefined;
  #asked = 0;
  #isClosed = false;
  #wasReady = false;

  constructor(options: SlotOptions) {
    this.#options = options;
    const { budgetMs } = options;
    this.#heartbeat = new Heartbeat(
      budgetMs,
      () => this.#tell({ kind: 'ping' }),
      () => this.#stop(`a decision held the worker for more than ${budgetMs} ms`),
    );
  }

  /** Starts a worker where there is none; the names of its policies. Rejects where they cannot be loaded. */
  ready(): Promise<readonly string[]> {
    this.#ready ??= this.#start();
    return this.#ready;
  }

  /** Rejects with WorkerGone when there will be no answer. */
  async ask(asked: Asked): Promise<Answered> {
    await this.ready();
    return new Promise((resolve, reject) => {
      const number = (this.#asked += 1);
      this.#waiting.set(number, { resolve, reject });
      this.#tell({ kind: 'ask', number, asked });
      this.#heartbeat.start();
    });
  }

  /** Ends the worker; what it was deciding gets no decision. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    this.#forget('the workers are closed');
    await worker?.terminate();
  }

  #start(): Promise<readonly string[]> {
    const { start, loadMs } = this.#options;
    const execArgv = IS_SOURCE ? { execArgv: ['--conditions=@interpose/source'] } : {};
    const worker = new Worker(SCRIPT, { workerData: start, ...execArgv });
    this.#worker = worker;
    return new Promise((resolve, reject) => {
      const fail = (code: string, problem: string): void => {
        clearTimeout(late);
        reject(new InterposeError(code, problem, 'repair the module'));
        if (this.#worker === worker) this.#forget(problem);
        void worker.terminate();
      };
      const late = setTimeout(
        () =>
          fail('policies_unreadable', `${start.module} did not finish loading within ${loadMs} ms`),
        loadMs,
      );
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'failed') return fail(message.code, message.problem);
        if (message.kind === 'ready') {
          clearTimeout(late);
          this.#wasReady = true;
          resolve(message.names);
        }
        if (this.#worker === worker) this.#hear(message);
      });
      worker.on('error', (error) => fail('policies_unreadable', String(error)));
      worker.on('exit', () => {
        fail('policies_unreadable', `the worker of ${start.module} ended`);
      });
    });
  }

  #hear(message: FromWorker): void {
    switch (message.kind) {
      case 'pong':
        this.#heartbeat.heard();
        break;
      case 'answer':
        this.#waiting.get(message.number)?.resolve(message.answered);
        this.#waiting.delete(message.number);
        if (this.#waiting.size === 0) this.#heartbeat.stop();
        break;
      case 'store':
        void this.#doForWorker(message);
        break;
      default:
        this.#options.told(message);
    }
  }

  async #doForWorker({ number, call }: FromWorker & { readonly kind: 'store' }): Promise<void> {
    try {
      const answer = await this.#options.kept.do(call);
      this.#tell({ kind: 'stored', number, ...(answer === undefined ? {} : { answer }) });
    } catch (error) {
      this.#tell({ kind: 'stored', number, problem: String(error) });
    }
  }

  #stop(reason: string): void {
    const worker = this.#worker;
    this.#forget(reason);
    void worker?.terminate();
  }

  /** What the worker was deciding gets no decision; the next request finds another, which starts at once. */
  #forget(reason: string): void {
    this.#heartbeat.stop();
    this.#worker = undefined;
    this.#ready = undefined;
    const undecided = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of undecided) reject(new WorkerGone(reason));
    if (this.#isClosed) return;
    this.#options.stopped(reason, undecided.length);
    // One that cannot be loaded is tried again when somebody asks, and not in a circle.
    if (!this.#wasReady) return;
    this.#wasReady = false;
    this.ready().catch(() => undefined);
  }

  #tell(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }
}
