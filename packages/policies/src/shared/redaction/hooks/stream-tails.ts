/** The model call a context belongs to. */
interface Step {
  readonly chatId: string;
  readonly iteration?: number;
  readonly attempt: number;
}

const KEPT = 4096;

/** Remembers what of streams is held back, and which model calls streamed; bounded. */
export class StreamTails {
  readonly #measure: (text: string) => number;
  readonly #held = new Map<string, number>();
  readonly #steps = new Set<string>();

  constructor(measure: (text: string) => number) {
    this.#measure = measure;
  }

  /** Notes that this text, as the hook left it, ends in so many characters that were not looked at. */
  hold(text: string, held: number): void {
    // Of two streams that say the same at once, the one that needs more counts.
    this.#held.set(text, Math.max(held, this.#held.get(text) ?? 0));
    dropOldest(this.#held);
  }

  /** How many characters of the end of this text may still become a match. */
  heldOf(text: string): number {
    const held = this.#held.get(text);
    this.#held.delete(text);
    return held ?? this.#measure(text);
  }

  note(step: Step): void {
    this.#steps.add(keyOf(step));
    dropOldest(this.#steps);
  }

  /** True, once, when deltas of this model call have passed. */
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
