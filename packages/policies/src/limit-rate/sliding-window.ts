/** The number of steps that passed at each time, oldest first. */
export type Passed = readonly (readonly [at: number, count: number])[];

/** Whether one more step may pass, and the state to store. */
export type Admission =
  | { readonly passes: true; readonly passed: Passed; readonly at: number }
  | { readonly passes: false; readonly passed: Passed; readonly retryAfterMs: number };

/** Limits above this number keep one entry for all steps that pass close together. */
const MOST_ENTRIES = 100;

/**
 * A sliding window: at most `limit` steps pass in any stretch of `windowMs` milliseconds. With a limit above 100, each
 * entry stands for a hundredth of the window and counts until all of it is over, so up to 1 % of the time too long.
 */
export class SlidingWindow {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #stepMs: number;

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#stepMs = limit > MOST_ENTRIES ? windowMs / MOST_ENTRIES : 0;
  }

  /** Milliseconds after which no entry matters any more. */
  get keptMs(): number {
    return this.#windowMs + this.#stepMs;
  }

  /** @throws Error when what was stored is not what this class stores. */
  admit(stored: unknown, now: number): Admission {
    const passed = readPassed(stored).filter(([at]) => at + this.#windowMs > now);
    const used = passed.reduce((sum, [, count]) => sum + count, 0);
    if (used >= this.#limit)
      return { passes: false, passed, retryAfterMs: this.#waitFor(passed, used, now) };
    const at = this.#stepMs === 0 ? now : Math.ceil(now / this.#stepMs) * this.#stepMs;
    return { passes: true, passed: addTo(passed, at, 1), at };
  }

  /** Removes one step that passed at this time. */
  giveBack(stored: unknown, at: number): Passed {
    return addTo(readPassed(stored), at, -1);
  }

  #waitFor(passed: Passed, used: number, now: number): number {
    let left = used;
    for (const [at, count] of passed) {
      left -= count;
      if (left < this.#limit) return Math.max(1, Math.ceil(at + this.#windowMs - now));
    }
    return this.keptMs;
  }
}

function addTo(passed: Passed, at: number, change: 1 | -1): Passed {
  const before = passed.find((entry) => entry[0] === at);
  if (before === undefined && change < 0) return passed;
  const others = passed.filter((entry) => entry !== before);
  const count = (before?.[1] ?? 0) + change;
  if (count <= 0) return others;
  return [...others, [at, count] as const].toSorted((one, other) => one[0] - other[0]);
}

function readPassed(stored: unknown): Passed {
  if (stored === undefined) return [];
  if (Array.isArray(stored) && stored.every(isEntry)) return stored;
  throw new Error('what is stored is not the count of a rate limit');
}

function isEntry(entry: unknown): entry is readonly [number, number] {
  return (
    Array.isArray(entry) &&
    entry.length === 2 &&
    entry.every((part) => typeof part === 'number' && Number.isFinite(part))
  );
}
