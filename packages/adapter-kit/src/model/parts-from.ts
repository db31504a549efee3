import type { PartSource } from '@interpose/core/adapter';

type Reader<Part> = ReturnType<PartSource<Part>['getReader']>;
type Read<Part> = ReadableStreamReadResult<Part>;

/**
 * Returns a source of the parts that `next` returns, read one at a time; cancelling calls `leave`. A stream of the
 * platform would cost every part more than its hooks do.
 *
 * @example
 * const words = ['hel', 'lo'].values();
 * const reader = partsFrom(async () => words.next(), async () => undefined).getReader();
 * await reader.read(); // => { done: false, value: 'hel' }
 */
export function partsFrom<Part>(
  next: () => Promise<IteratorResult<Part>>,
  leave: () => Promise<unknown>,
): PartSource<Part> {
  return { getReader: () => new PartReader(next, leave) };
}

const END: Read<never> = { done: true, value: undefined };

/** Reads one part after the other; `cancel` does not wait for the part that is on its way. */
class PartReader<Part> implements Reader<Part> {
  readonly #next: () => Promise<IteratorResult<Part>>;
  readonly #leave: () => Promise<unknown>;
  #ended = false;
  #resolve: ((read: Read<Part>) => void) | undefined;
  #reject: ((error: unknown) => void) | undefined;

  constructor(next: () => Promise<IteratorResult<Part>>, leave: () => Promise<unknown>) {
    this.#next = next;
    this.#leave = leave;
  }

  read(): Promise<Read<Part>> {
    if (this.#ended) return Promise.resolve(END);
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#next().then(this.#arrived, this.#broke);
    });
  }

  async cancel(): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    this.#resolve?.(END);
    await this.#leave();
  }

  readonly #arrived = ({ done, value }: IteratorResult<Part>): void => {
    if (done === true) this.#ended = true;
    this.#resolve?.(done === true ? END : { done: false, value });
  };

  readonly #broke = (error: unknown): void => {
    this.#ended = true;
    this.#reject?.(error);
  };
}
