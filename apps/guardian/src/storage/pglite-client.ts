import { Worker } from 'node:worker_threads';

import type { PgliteReply } from './pglite-thread.ts';

interface Result {
  readonly rows: readonly unknown[];
  readonly affected: number;
}

interface Waiting {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The embedded database in its own thread: it computes in WebAssembly, and would block decisions in this thread. It
 * runs one query after the other.
 */
export class PgliteClient {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Map<string, (payload: string) => void>();
  #requests = 0;
  #ended: Error | undefined;

  constructor(folder: string) {
    this.#worker = new Worker(new URL('./pglite-thread.ts', import.meta.url), {
      workerData: { folder },
    });
    this.#worker.on('message', (reply: PgliteReply) => this.#take(reply));
    this.#worker.on('error', (error) => this.#end(error as Error));
    this.#worker.on('exit', () => this.#end(new Error('the embedded database has ended')));
    this.#worker.unref();
  }

  query(text: string, values: readonly unknown[]): Promise<Result> {
    return this.#ask({ kind: 'query', text, values });
  }

  async listen(channel: string, listener: (payload: string) => void): Promise<void> {
    this.#listeners.set(channel, listener);
    await this.#ask({ kind: 'listen', text: channel });
  }

  async close(): Promise<void> {
    if (this.#ended !== undefined) return;
    await this.#ask({ kind: 'close' });
    await this.#worker.terminate();
  }

  #ask(request: object): Promise<Result> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    const id = ++this.#requests;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#worker.postMessage({ id, ...request });
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.ref();
    });
  }

  #take(reply: PgliteReply): void {
    if ('channel' in reply) return this.#listeners.get(reply.channel)?.(reply.payload);
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (this.#waiting.size === 0) this.#worker.unref();
    if ('error' in reply)
      waiting?.reject(Object.assign(new Error(reply.error), { code: reply.code }));
    else waiting?.resolve(reply);
  }

  #end(error: Error): void {
    this.#ended = error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
