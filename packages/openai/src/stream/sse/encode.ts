import { endWhenForgotten, type HostRun } from '@interpose/adapter-kit';
import type { MaybePromise } from '@interpose/core';
import type { PartSource } from '@interpose/core/adapter';
import type { SsePart } from './part.ts';

/** The functions that are told what happens to a stream of events on its way to the caller. */
export interface StreamWatch {
  /** Called before an event leaves; the stream waits for it. */
  passing(part: SsePart): MaybePromise<void>;
  ended(): MaybePromise<void>;
  failed(error: unknown): MaybePromise<void>;
  left(reason: unknown): MaybePromise<void>;
  /** The run, which ends when nobody holds the stream any more. */
  readonly run: Pick<HostRun, 'aborted'>;
}

/** Returns the event to send for an event, given all that left before; undefined to send none. */
export type LastWord = (part: SsePart) => SsePart | undefined;

type Read<T> = ReadableStreamReadResult<T>;
type Reader = ReadableStreamDefaultReader<Uint8Array>;

/**
 * Returns a body with these events, and tells `watch` what becomes of it. A reader of the body gets each event
 * directly: a way through a stream of the platform costs more than the event's hooks.
 */
export function encodeEvents(
  events: PartSource<SsePart>,
  watch: StreamWatch | undefined,
  lastWord: LastWord,
): ReadableStream<Uint8Array> {
  const source = new EncodedEvents(events.getReader(), watch, lastWord);
  if (watch !== undefined) endWhenForgotten(source, watch.run);
  const body = new ReadableStream(source, { highWaterMark: 0 });
  const getReader = body.getReader.bind(body) as (...options: unknown[]) => Reader;
  const value = (...options: unknown[]): Reader => source.lend(getReader(...options));
  return Object.defineProperty(body, 'getReader', { value, configurable: true, writable: true });
}

class EncodedEvents implements UnderlyingDefaultSource<Uint8Array> {
  readonly #reader: ReturnType<PartSource<SsePart>['getReader']>;
  readonly #watch: StreamWatch | undefined;
  readonly #lastWord: LastWord;
  readonly #encoder = new TextEncoder();
  #out: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** The latest read. */
  #last: Promise<Read<Uint8Array>> | undefined;
  #isReading = false;
  #isOver = false;

  constructor(
    reader: ReturnType<PartSource<SsePart>['getReader']>,
    watch: StreamWatch | undefined,
    lastWord: LastWord,
  ) {
    this.#reader = reader;
    this.#watch = watch;
    this.#lastWord = lastWord;
  }

  start(out: ReadableStreamDefaultController<Uint8Array>): void {
    this.#out = out;
  }

  async pull(out: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const { value } = await this.#take();
    if (value !== undefined) out.enqueue(value);
  }

  async cancel(reason: unknown): Promise<void> {
    this.#isOver = true;
    await this.#watch?.left(reason);
    await this.#reader.cancel(reason);
  }

  /** Lets a reader bypass the body, except for the first event: reading that one marks the body as used. */
  lend(reader: Reader): Reader {
    const own = reader.read.bind(reader);
    let isFirst = true;
    const take = (): Promise<Read<Uint8Array>> => {
      if (!isFirst && !this.#isOver) return this.#take();
      isFirst = false;
      this.#isReading = true;
      return own();
    };
    reader.read = () => (this.#last = this.#isReading ? this.#last!.then(take, take) : take());
    return reader;
  }

  readonly #take = (): Promise<Read<Uint8Array>> => {
    this.#isReading = true;
    return this.#reader.read().then(this.#pass, this.#fail);
  };

  readonly #pass = ({ done, value }: Read<SsePart>): MaybePromise<Read<Uint8Array>> => {
    if (done) return this.#end().catch(this.#fail);
    if (value.fails !== undefined) return this.#fail(value.fails.error);
    try {
      const part = this.#lastWord(value);
      if (part === undefined) return this.#take();
      const passing = this.#watch?.passing(part);
      if (passing === undefined) return this.#send(part);
      return Promise.resolve(passing).then(() => this.#send(part), this.#fail);
    } catch (error) {
      return this.#fail(error);
    }
  };

  #send({ raw }: SsePart): Read<Uint8Array> {
    this.#isReading = false;
    return { done: false, value: typeof raw === 'string' ? this.#encoder.encode(raw) : raw };
  }

  async #end(): Promise<Read<Uint8Array>> {
    await this.#watch?.ended();
    this.#settle();
    this.#out?.close();
    return { done: true, value: undefined };
  }

  readonly #fail = async (error: unknown): Promise<never> => {
    await this.#watch?.failed(error);
    this.#settle();
    this.#out?.error(error);
    throw error;
  };

  #settle(): void {
    this.#isReading = false;
    this.#isOver = true;
  }
}
