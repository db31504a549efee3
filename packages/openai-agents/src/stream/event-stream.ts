import { isThenable } from '@interpose/adapter-kit';
import type { MaybePromise } from '@interpose/core';
import type { AgentRun } from '../run/host-run.ts';
import { reportUnreached } from '../tools/unreached-calls.ts';
import type { NativeEvent } from '../translate/native.ts';
import { rewriting } from './rewritten-end.ts';
import { FAILED, UNTOLD, type Parts, type StreamPart } from './stream-part.ts';

type Step = IteratorResult<NativeEvent, undefined>;

const END: Step = { done: true, value: undefined };

/**
 * The events of one model call as the SDK reads them; the call starts at the first read. A generator would do the same,
 * but wait three times for every event.
 */
export class EventStream implements AsyncIterableIterator<NativeEvent, undefined> {
  readonly #run: AgentRun;
  readonly #open: () => Promise<Parts>;
  readonly #rewrite = rewriting();
  #reader: ReturnType<Parts['getReader']> | undefined;
  #isStarted = false;
  #ended = false;

  constructor(run: AgentRun, open: () => Promise<Parts>) {
    this.#run = run;
    this.#open = open;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Step> {
    if (this.#ended) return Promise.resolve(END);
    return this.#reader === undefined ? this.#begin() : this.#read(this.#reader);
  }

  async return(): Promise<Step> {
    await this.#leave();
    return END;
  }

  async #begin(): Promise<Step> {
    try {
      this.#reader = (await this.#open()).getReader();
    } catch (error) {
      this.#ended = true;
      throw error;
    }
    this.#run.asked = true;
    return this.#read(this.#reader);
  }

  #read(reader: ReturnType<Parts['getReader']>): Promise<Step> {
    return reader.read().then(this.#take, this.#fail);
  }

  readonly #take = (read: ReadableStreamReadResult<StreamPart>): MaybePromise<Step> => {
    if (read.done) return this.return();
    const { value } = read;
    if (value.type === FAILED) return this.#fail(value.error);
    if (this.#rewrite(value) !== undefined || value.type === UNTOLD) return this.next();
    if (value.type === 'response_started') {
      // A retried answer starts again, but its reader has already got a start event.
      if (this.#isStarted) return this.next();
      this.#isStarted = true;
    }
    const step = read as Step;
    if (value.type !== 'response_done') return step;
    const told = reportUnreached(this.#run, value.response.output);
    return isThenable(told) ? told.then(() => step, this.#fail) : step;
  };

  readonly #fail = async (error: unknown): Promise<never> => {
    await this.#leave();
    throw error;
  };

  async #leave(): Promise<void> {
    this.#ended = true;
    await this.#reader?.cancel().catch(() => undefined);
  }
}
