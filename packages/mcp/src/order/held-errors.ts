type Tell = (error: Error) => void;

/**
 * The errors that a transport tells of. One that it fails a send with as well holds what the other side answered: it
 * waits until the hooks were asked about that.
 */
export class HeldErrors {
  readonly #tell: Tell;
  /** Those that a send may be about to fail with. */
  readonly #held = new Set<unknown>();
  /** Those that the hooks are asked about. */
  readonly #asked = new Set<unknown>();
  #sending = 0;

  constructor(tell: Tell) {
    this.#tell = tell;
  }

  /** Takes what the transport tells of. */
  hear(error: Error): void {
    if (this.#sending === 0) return this.#tell(error);
    this.#held.add(error);
    // By then the send that it belongs to has failed.
    setTimeout(() => {
      if (!this.#asked.has(error)) this.pass(error);
    });
  }

  /** A message is handed to the transport. */
  sending(): void {
    this.#sending += 1;
  }

  /** It has gone out. */
  sent(): void {
    this.#sending -= 1;
  }

  /** It has not, and the hooks are asked about why. */
  failed(error: unknown): void {
    this.#sending -= 1;
    this.#asked.add(error);
  }

  /** The hooks let this one pass; it is told where the transport told of it. */
  pass(error: unknown): void {
    this.#asked.delete(error);
    if (this.#held.delete(error)) this.#tell(error as Error);
  }

  /** The hooks did not: nobody is told. */
  drop(error: unknown): void {
    this.#asked.delete(error);
    this.#held.delete(error);
  }
}
