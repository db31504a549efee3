import type { MaybePromise } from '@interpose/core';
import type { PartSource } from '@interpose/core/adapter';
import { readEvent, type SsePart } from './part.ts';

type Read<Part> = ReadableStreamReadResult<Part>;

const BOUNDARY = /\r\n\r\n|\n\n|\r\r/;
const LINE_ENDS: ReadonlySet<number | undefined> = new Set([0x0a, 0x0d]);
const END: Read<never> = { done: true, value: undefined };

/** The events of a body, each as the parts that `split` makes of it; read only as fast as they are taken. */
export function decodeEvents(
  body: ReadableStream<Uint8Array>,
  split: (part: SsePart) => readonly SsePart[],
): PartSource<SsePart> {
  return { getReader: () => new EventReader(body.getReader(), split) };
}

/** Reads one event after the other; one more stream of the platform would cost every event more than its hooks. */
class EventReader {
  readonly #body: ReadableStreamDefaultReader<Uint8Array>;
  readonly #split: (part: SsePart) => readonly SsePart[];
  readonly #decoder = new TextDecoder();
  #text = '';
  /** True where the next bytes are the first of a character. */
  #isAligned = true;
  /** What is decoded and not taken. */
  #waiting: SsePart[] = [];
  #ended = false;

  constructor(
    body: ReadableStreamDefaultReader<Uint8Array>,
    split: (part: SsePart) => readonly SsePart[],
  ) {
    this.#body = body;
    this.#split = split;
  }

  read(): Promise<Read<SsePart>> {
    const value = this.#waiting.shift();
    if (value !== undefined) return Promise.resolve({ done: false, value });
    return this.#ended ? Promise.resolve(END) : this.#body.read().then(this.#arrived);
  }

  cancel(reason?: unknown): Promise<void> {
    this.#ended = true;
    this.#waiting = [];
    return this.#body.cancel(reason);
  }

  readonly #arrived = ({ done, value: bytes }: Read<Uint8Array>): MaybePromise<Read<SsePart>> => {
    if (this.#ended) return END;
    this.#ended = done;
    const [value, ...rest] = this.#take(bytes);
    if (rest.length > 0) this.#waiting = rest;
    return value === undefined ? this.read() : { done: false, value };
  };

  /** The parts of the events that are whole with these bytes; without any, what is left is the last event. */
  #take(bytes: Uint8Array | undefined): readonly SsePart[] {
    const begins = this.#isAligned && this.#text === '';
    this.#isAligned = LINE_ENDS.has(bytes?.at(-1));
    this.#text += this.#decoder.decode(bytes, { stream: bytes !== undefined });
    if (bytes === undefined && this.#text.trim() !== '') this.#text += '\n\n';
    let own = begins && this.#isAligned ? bytes : undefined;
    const parts: SsePart[] = [];
    for (let found = this.#next(); found !== undefined; found = this.#next()) {
      parts.push(...this.#split(readEvent(found, this.#text === '' ? own : undefined)));
      own = undefined;
    }
    return parts;
  }

  /** Takes the text of one event, where it is whole. */
  #next(): string | undefined {
    const found = BOUNDARY.exec(this.#text);
    if (found === null) return undefined;
    const end = found.index + found[0].length;
    const event = this.#text.slice(0, end);
    this.#text = this.#text.slice(end);
    return event;
  }
}
