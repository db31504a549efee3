import type { MaybePromise } from '@interpose/core';
import type { PartSource } from '@interpose/core/adapter';
import { isDone, readEvent, type SsePart } from './part.ts';
import { RepeatedEvent, type Vary } from './repeated-event.ts';

type Read<Part> = ReadableStreamReadResult<Part>;

/** A blank line; some servers end it in another way than the line before. */
const BOUNDARY = /\n\r?\n|\r\r/;
const END: Read<never> = { done: true, value: undefined };
/** How long a body may take to end after its end mark, in milliseconds. */
const GRACE = 1000;

/**
 * Returns the events of a body, split by `split`; the body is read only as fast as the events are taken. They end with
 * the end mark, as they do for the client: a server may send more, or leave the connection open.
 */
export function decodeEvents(
  body: ReadableStream<Uint8Array>,
  split: (part: SsePart) => readonly SsePart[],
  vary: Vary,
): PartSource<SsePart> {
  return { getReader: () => new EventReader(body.getReader(), split, vary) };
}

/** Reads one event after the other. One more stream of the platform would cost every event more than its hooks do. */
class EventReader {
  readonly #body: ReadableStreamDefaultReader<Uint8Array>;
  readonly #split: (part: SsePart) => readonly SsePart[];
  readonly #repeated: RepeatedEvent;
  readonly #decoder = new TextDecoder();
  #text = '';
  /** True if the bytes before ended a line, so that the next ones begin with a whole character. */
  #isAligned = true;
  /** The events that were decoded and not yet taken. */
  #waiting: SsePart[] = [];
  #ended = false;
  /** True once the end mark came; the body is then left by itself. */
  #marked = false;

  constructor(
    body: ReadableStreamDefaultReader<Uint8Array>,
    split: (part: SsePart) => readonly SsePart[],
    vary: Vary,
  ) {
    this.#body = body;
    this.#split = split;
    this.#repeated = new RepeatedEvent(vary);
  }

  read(): Promise<Read<SsePart>> {
    const value = this.#waiting.shift();
    if (value !== undefined) return Promise.resolve({ done: false, value });
    return this.#ended ? Promise.resolve(END) : this.#body.read().then(this.#arrived);
  }

  cancel(reason?: unknown): Promise<void> {
    this.#ended = true;
    this.#waiting = [];
    return this.#marked ? Promise.resolve() : this.#body.cancel(reason);
  }

  readonly #arrived = ({ done, value: bytes }: Read<Uint8Array>): MaybePromise<Read<SsePart>> => {
    if (this.#ended) return END;
    this.#ended = done;
    const value = this.#take(bytes);
    return value === undefined ? this.read() : { done: false, value };
  };

  /** Decodes bytes and returns the first complete event; without bytes, the rest of the text is the last event. */
  #take(bytes: Uint8Array | undefined): SsePart | undefined {
    const begins = this.#isAligned && this.#text === '';
    this.#isAligned = bytes !== undefined && endsLine(bytes);
    let own = begins && this.#isAligned ? bytes : undefined;
    const data = own === undefined ? undefined : this.#repeated.read(own);
    if (own !== undefined && data !== undefined) return { raw: own, data };
    this.#text += this.#decoder.decode(bytes, { stream: bytes !== undefined });
    if (bytes === undefined && this.#text.trim() !== '') this.#text += '\n\n';
    for (let found = this.#next(); found !== undefined; found = this.#next()) {
      const part = readEvent(found, this.#text === '' ? own : undefined);
      const made = this.#split(part);
      if (made[0] === part && part.data !== undefined) this.#repeated.learn(found, part.data);
      this.#waiting.push(...made);
      if (isDone(part)) this.#letGo();
      own = undefined;
    }
    return this.#waiting.shift();
  }

  /** Leaves the body. Most end right after the mark: if that is read, the connection serves the next request. */
  #letGo(): void {
    this.#marked = true;
    this.#ended = true;
    this.#text = '';
    const leave = (): void => void this.#body.cancel().catch(() => undefined);
    const timer = setTimeout(leave, GRACE);
    (timer as { unref?(): void }).unref?.();
    const over = ({ done }: { readonly done: boolean }): void => {
      clearTimeout(timer);
      if (!done) leave();
    };
    this.#body.read().then(over, () => over(END));
  }

  /** Takes the text of the next event, if it is complete. */
  #next(): string | undefined {
    const found = BOUNDARY.exec(this.#text);
    if (found === null) return undefined;
    const end = found.index + found[0].length;
    const event = this.#text.slice(0, end);
    this.#text = this.#text.slice(end);
    return event;
  }
}

function endsLine(bytes: Uint8Array): boolean {
  const last = bytes[bytes.length - 1];
  return last === 0x0a || last === 0x0d;
}
