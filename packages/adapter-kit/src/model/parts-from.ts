import type { PartSource } from '@interpose/core/adapter';

type Reader<Part> = ReturnType<PartSource<Part>['getReader']>;
type Read<Part> = ReadableStreamReadResult<Part>;

/** What `partsFrom` reads. */
export interface Pulled<Native, Part> {
  readonly next: () => Promise<IteratorResult<Native>>;
  readonly leave: (reason?: unknown) => Promise<unknown>;
  /** What was read before, and is given first. */
  readonly first?: IteratorResult<Native>;
  /** Returns the parts for a value: none removes it, undefined keeps the value itself. */
  readonly split?: ((value: Native) => readonly Part[] | undefined) | undefined;
}

/** A source whose map can come later. */
interface Parts<Part, Native extends Part> extends PartSource<Part> {
  readonly pulled: Pulled<Native, Part>;
}

/**
 * Returns a source of the parts that `next` returns, read one at a time; cancelling calls `leave`. A stream of the
 * platform would cost every part more than its hooks do.
 *
 * @example
 * const words = ['hel', 'lo'].values();
 * const reader = partsFrom({ next: async () => words.next(), leave: async () => undefined }).getReader();
 * await reader.read(); // => { done: false, value: 'hel' }
 */
export function partsFrom<Part, Native extends Part = Part>(
  pulled: Pulled<Native, Part>,
): PartSource<Part> {
  const source: Parts<Part, Native> = { pulled, getReader: () => new PartReader(pulled) };
  return source;
}

/**
 * Returns the parts, each replaced by the list that `map` returns: an empty list removes it, undefined keeps it.
 *
 * @example
 * const words = ['hel', 'lo'].values();
 * const source = partsFrom({ next: async () => words.next(), leave: async () => undefined });
 * await mapParts(source, (word) => [word.toUpperCase()]).getReader().read(); // => { done: false, value: 'HEL' }
 */
export function mapParts<Part>(
  source: PartSource<Part>,
  map: (part: Part) => readonly Part[] | undefined,
): PartSource<Part> {
  const { pulled } = source as Partial<Parts<Part, Part>>;
  if (pulled !== undefined && pulled.split === undefined)
    return partsFrom({ ...pulled, split: map });
  return {
    getReader() {
      const reader = source.getReader();
      const next = (): Promise<IteratorResult<Part>> => reader.read();
      return new PartReader({ next, leave: (reason) => reader.cancel(reason), split: map });
    },
  };
}

const END: Read<never> = { done: true, value: undefined };

/** Reads one part after the other; `cancel` does not wait for the part that is on its way. */
class PartReader<Part, Native extends Part> implements Reader<Part> {
  readonly #pulled: Pulled<Native, Part>;
  #first: IteratorResult<Native> | undefined;
  /** The parts of one value that were not read yet. Made only on demand: nearly every value is one part. */
  #waiting: Part[] | undefined;
  #ended = false;
  #resolve: ((read: Read<Part>) => void) | undefined;
  #reject: ((error: unknown) => void) | undefined;

  constructor(pulled: Pulled<Native, Part>) {
    this.#pulled = pulled;
    this.#first = pulled.first;
  }

  read(): Promise<Read<Part>> {
    if (this.#waiting?.length)
      return Promise.resolve({ done: false, value: this.#waiting.shift() as Part });
    if (this.#ended) return Promise.resolve(END);
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#ask();
    });
  }

  async cancel(reason?: unknown): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    this.#waiting = undefined;
    this.#resolve?.(END);
    await this.#pulled.leave(reason);
  }

  #ask(): void {
    const first = this.#first;
    this.#first = undefined;
    if (first === undefined) this.#pulled.next().then(this.#arrived, this.#broke);
    else this.#arrived(first);
  }

  readonly #arrived = ({ done, value }: IteratorResult<Native>): void => {
    if (done === true) {
      this.#ended = true;
      return this.#resolve?.(END);
    }
    let parts: readonly Part[] | undefined;
    try {
      parts = this.#pulled.split?.(value);
    } catch (error) {
      return this.#broke(error);
    }
    if (parts === undefined) return this.#resolve?.({ done: false, value });
    if (parts.length === 0) return this.#ended ? undefined : this.#ask();
    if (parts.length > 1) this.#waiting = parts.slice(1);
    this.#resolve?.({ done: false, value: parts[0] as Part });
  };

  readonly #broke = (error: unknown): void => {
    this.#ended = true;
    this.#reject?.(error);
  };
}
