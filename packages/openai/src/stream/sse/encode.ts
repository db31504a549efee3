import type { MaybePromise } from '@interpose/core';
import type { PartSource } from '@interpose/core/adapter';
import type { SsePart } from './part.ts';

/** What happens to a stream of events on its way to the caller. */
export interface StreamWatch {
  /** Before an event leaves: the stream waits for it. */
  passing(part: SsePart): MaybePromise<void>;
  ended(): MaybePromise<void>;
  failed(error: unknown): MaybePromise<void>;
  left(reason: unknown): MaybePromise<void>;
}

/** Makes of an event what leaves, with all that left before in mind; undefined where it does not leave. */
export type LastWord = (part: SsePart) => SsePart | undefined;

/** The body of these events, and what becomes of it told to `watch`. */
export function encodeEvents(
  events: PartSource<SsePart>,
  watch: StreamWatch | undefined,
  lastWord: LastWord,
): ReadableStream<Uint8Array> {
  const source = new EncodedEvents(events.getReader(), watch, lastWord);
  return new ReadableStream(source, { highWaterMark: 0 });
}

class EncodedEvents implements UnderlyingDefaultSource<Uint8Array> {
  readonly #reader: ReturnType<PartSource<SsePart>['getReader']>;
  readonly #watch: StreamWatch | undefined;
  readonly #lastWord: LastWord;
  readonly #encoder = new TextEncoder();
  #out: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(
    reader: ReturnType<PartSource<SsePart>['getReader']>,
    watch: StreamWatch | undefined,
    lastWord: LastWord,
  ) {
    this.#reader = reader;
    this.#watch = watch;
    this.#lastWord = lastWord;
  }

  pull(out: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    this.#out = out;
    return this.#reader.read().then(this.#pass, this.#fail);
  }

  async cancel(reason: unknown): Promise<void> {
    await this.#watch?.left(reason);
    await this.#reader.cancel(reason);
  }

  readonly #pass = ({ done, value }: ReadableStreamReadResult<SsePart>): MaybePromise<void> => {
    if (done) return this.#end().catch(this.#fail);
    if (value.fails !== undefined) return this.#fail(value.fails.error);
    try {
      const part = this.#lastWord(value);
      if (part === undefined) return this.pull(this.#out!);
      const passing = this.#watch?.passing(part);
      if (passing === undefined) return this.#send(part);
      return Promise.resolve(passing).then(() => this.#send(part), this.#fail);
    } catch (error) {
      return this.#fail(error);
    }
  };

  #send({ raw, bytes }: SsePart): void {
    this.#out?.enqueue(bytes ?? this.#encoder.encode(raw));
  }

  async #end(): Promise<void> {
    await this.#watch?.ended();
    this.#out?.close();
  }

  readonly #fail = async (error: unknown): Promise<void> => {
    await this.#watch?.failed(error);
    this.#out?.error(error);
  };
}
