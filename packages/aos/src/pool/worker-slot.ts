import type { Worker } from 'node:worker_threads';
import { InterposeError } from '@interpose/core';
import { fairTimer } from './fair-timer.ts';
import { Heartbeat } from './heartbeat.ts';
import { OpenCalls, WorkerGone, type Waiting } from './open-calls.ts';
import { Restarts } from './restarts.ts';
import type { SlotOptions } from './slot-options.ts';
import { startThread } from './start-thread.ts';
import type { FromWorker, Talk, ToWorker, WorkerFailure } from './worker-messages.ts';

const CLOSE_MS = 1000;
const CLOSED = 'the workers are closed';
const MB = 1_048_576;
const UNREADABLE = { code: 'policies_unreadable', remedy: 'repair the module' };

/**
 * A slot for one worker: starts it, asks it, watches it, and replaces it when it is gone.
 *
 * @example
 * const ask = (slot: WorkerSlot<Talk>): Promise<unknown> => slot.ask('anything');
 */
export class WorkerSlot<T extends Talk> {
  readonly #options: SlotOptions<T>;
  readonly #waiting = new Map<number, Waiting<T>>();
  readonly #calls: OpenCalls<T>;
  readonly #heartbeat: Heartbeat;
  readonly #restarts = new Restarts();
  #worker: Worker | undefined;
  #ready: Promise<T['ready']> | undefined;
  /** Whether the worker was asked anything since it started. */
  #wasAsked = false;
  #numbers = 0;
  #isClosed = false;
  #isReady = false;
  /** Whether a worker was ever ready. Before that, only the promise of `ready` reports failures. */
  #wasReady = false;

  constructor(options: SlotOptions<T>) {
    this.#options = options;
    const { budgetMs } = options;
    const tell = (message: ToWorker<T>): void => this.#tell(message);
    this.#calls = new OpenCalls(options.call, tell);
    this.#heartbeat = new Heartbeat(
      budgetMs,
      () => tell({ kind: 'ping' }),
      () => this.#stop(`a decision held the worker for more than ${budgetMs} ms`),
    );
  }

  /** Whether a worker is ready for questions. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Whether no worker is started at present, because several starts failed. */
  get isResting(): boolean {
    return this.#worker === undefined && this.#restarts.restMs > 0;
  }

  /** Starts a worker if there is none, and returns its first message. Rejects if it cannot start, or rests. */
  ready(): Promise<T['ready']> {
    if (this.#isClosed) return Promise.reject(new WorkerGone(CLOSED, false));
    if (this.isResting) return Promise.reject(this.#restarts.problem(this.#options.module));
    this.#ready ??= this.#start();
    return this.#ready;
  }

  /** Asks the worker. Rejects with WorkerGone if no answer will come, or with the reason why no worker starts. */
  async ask(asked: T['asked']): Promise<T['answered']> {
    // A worker may be gone again: Node.js passes on the last messages of a thread when that has ended.
    do await this.ready();
    while (!this.#isReady);
    return new Promise((resolve, reject) => {
      this.#wasAsked = true;
      const number = (this.#numbers += 1);
      this.#waiting.set(number, { resolve, reject });
      this.#tell({ kind: 'ask', number, asked });
      this.#heartbeat.start();
    });
  }

  /** Sends news to the worker, if there is one. */
  inform(news: T['news']): void {
    this.#tell({ kind: 'news', news });
  }

  /** Ends the worker, which has a moment to close its resources; open questions get no answer. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    this.#tell({ kind: 'close' });
    const ended = new Promise<void>((resolve) => worker?.once('exit', () => resolve()));
    this.#forget(CLOSED);
    if (worker === undefined) return;
    const late = setTimeout(() => void worker.terminate(), CLOSE_MS);
    await ended.finally(() => clearTimeout(late));
  }

  #start(): Promise<T['ready']> {
    const { module, loadMs, news } = this.#options;
    const worker = startThread(this.#options);
    this.#worker = worker;
    for (const each of news?.() ?? []) this.inform(each);
    return new Promise((resolve, reject) => {
      const fail = ({ code, problem, remedy }: WorkerFailure): void => {
        loaded();
        reject(new InterposeError(code, problem, remedy));
        if (this.#worker === worker) this.#forget(problem);
        void worker.terminate();
      };
      const failed = (problem: string): void => fail({ ...UNREADABLE, problem });
      const loaded = fairTimer(loadMs, () =>
        failed(`${module} did not finish loading within ${loadMs} ms`),
      );
      worker.on('message', (message: FromWorker<T>) => {
        try {
          if (message.kind === 'failed') return fail(message);
          if (this.#worker !== worker) return;
          if (message.kind !== 'ready') return this.#hear(message);
          loaded();
          this.#isReady = this.#wasReady = true;
          this.#restarts.began();
          resolve(message.ready);
        } catch (error) {
          failed(`the worker said what cannot be read: ${String(error)}`);
        }
      });
      worker.on('error', (error) => failed(String(error)));
      worker.on('exit', () => failed(`the worker of ${module} ended`));
    });
  }

  #hear(message: FromWorker<T>): void {
    this.#heartbeat.lives();
    switch (message.kind) {
      case 'pong':
        this.#heartbeat.heard();
        return this.#weigh(message.outside);
      case 'answer':
        this.#take(message.number)?.resolve(message.answered);
        return this.#weigh(message.outside);
      case 'unanswered': {
        const { number, code, problem, remedy } = message;
        return this.#take(number)?.reject(new InterposeError(code, problem, remedy));
      }
      case 'call':
        return void this.#calls.take(message);
      case 'leave':
        return this.#calls.leave(message.number);
      case 'told':
        return this.#options.told(message.told);
      default:
        return undefined;
    }
  }

  #take(number: number): Waiting<T> | undefined {
    const waiting = this.#waiting.get(number);
    if (this.#waiting.delete(number)) this.#calls.settled(number);
    if (this.#waiting.size === 0) this.#heartbeat.stop();
    return waiting;
  }

  /** Stops a worker with too much memory in buffers, which the limit of the heap does not count. */
  #weigh(outside: number): void {
    const { heapMb = Infinity } = this.#options;
    const mb = Math.round(outside / MB);
    if (mb > heapMb) this.#stop(`it holds ${mb} MB outside of its heap, and may hold ${heapMb}`);
  }

  #stop(reason: string): void {
    const worker = this.#worker;
    this.#forget(reason);
    void worker?.terminate();
  }

  /** Rejects the open questions of the worker. The next question gets a new worker, which is started at once. */
  #forget(reason: string): void {
    this.#heartbeat.stop();
    this.#worker = undefined;
    this.#ready = undefined;
    const waiting = this.#calls.end();
    const unanswered = [...this.#waiting];
    this.#waiting.clear();
    for (const [number, { reject }] of unanswered)
      reject(new WorkerGone(reason, waiting.has(number), this.#calls.settled(number)));
    this.#isReady = false;
    if (this.#isClosed) return;
    const rest = this.#restarts.ended();
    if (this.#wasReady) this.#options.stopped(`${reason}${rest}`, unanswered.length);
    // A worker that ends before any question is started again on the next question, not in a loop.
    const wasAsked = this.#wasAsked;
    this.#wasAsked = false;
    if (wasAsked && !this.isResting) this.ready().catch(() => undefined);
  }

  #tell(message: ToWorker<T>): void {
    this.#worker?.postMessage(message);
  }
}
