/** Hands values from one side to another as they come; iterating ends once it is closed and drained. */
export class StreamedResults<T> implements AsyncIterable<T> {
  readonly #waiting: T[] = [];
  #closed = false;
  #wake: (() => void) | undefined;

  push(value: T): void {
    this.#waiting.push(value);
    this.#wake?.();
  }

  close(): void {
    this.#closed = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for (;;) {
      while (this.#waiting.length > 0) yield this.#waiting.shift() as T;
      if (this.#closed) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
