/** The model call of a context. */
interface Step {
  readonly chatId: string;
  readonly iteration?: number;
  readonly attempt: number;
}

const KEPT = 4096;

/** Remembers the held-back ends of streams, and which model calls streamed; bounded. */
export class StreamTails {
  readonly #measure: (text: string) => number;
  readonly #held = new Map<string, number>();
  readonly #steps = new Set<string>();

  constructor(measure: (text: string) => number) {
    this.#measure = measure;
  }

  /** Notes that the last `held` characters of this text, which a hook returned, were not examined. */
  hold(text: string, held: number): void {
    // If two streams have the same text at once, the larger number counts.
    this.#held.set(text, Math.max(held, this.#held.get(text) ?? 0));
    dropOldest(this.#held);
  }

  /** Returns the number of characters at the end of this text that may still become a match. */
  heldOf(text: string): number {
    const held = this.#held.get(text);
    this.#held.delete(text);
    return held ?? this.#measure(text);
  }

  note(step: Step): void {
    this.#steps.add(keyOf(step));
    dropOldest(this.#steps);
  }

  /** Whether deltas of this model call have passed; true only once. */
  streamed(step: Step): boolean {
    return this.#steps.delete(keyOf(step));
  }
}

function keyOf({ chatId, iteration = 0, attempt }: Step): string {
  return `${chatId} ${iteration} ${attempt}`;
}

function dropOldest(kept: Map<string, number> | Set<string>): void {
  if (kept.size <= KEPT) return;
  const [oldest] = kept.keys();
  if (oldest !== undefined) kept.delete(oldest);
}
