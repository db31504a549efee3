/** A cost: whole tokens, and money in billionths, so that sums stay exact. */
export interface Cost {
  readonly tokens: number;
  readonly nano: number;
}

/** The spending by time, oldest first. */
export type Spent = readonly (readonly [at: number, tokens: number, nano: number])[];

/** Whether the budget is enough, and the entries to store. */
export interface Reserving {
  readonly fits: boolean;
  readonly entries: Spent;
  readonly at: number;
  /** The sum that was spent or reserved earlier. */
  readonly before: Cost;
}

/** The number of steps in a window. Each step counts until all of it is over. */
const STEPS = 100;

/** Sums up the spending in a sliding window, or since the beginning. */
export class SpendLedger {
  readonly #most: Partial<Cost>;
  readonly #windowMs: number;
  readonly #stepMs: number;

  constructor(most: Partial<Cost>, windowMs: number) {
    this.#most = most;
    this.#windowMs = windowMs;
    this.#stepMs = windowMs / STEPS;
  }

  /** Milliseconds after which no entry matters any more; undefined means never. */
  get keptMs(): number | undefined {
    return this.#windowMs === Infinity ? undefined : this.#windowMs + this.#stepMs;
  }

  /** @throws Error when what was stored is not what this class stores. */
  reserve(stored: unknown, now: number, cost: Cost): Reserving {
    const entries = this.#living(stored, now);
    const before = sumOf(entries);
    const at = this.#windowMs === Infinity ? 0 : Math.ceil(now / this.#stepMs) * this.#stepMs;
    const { tokens = Infinity, nano = Infinity } = this.#most;
    const fits = before.tokens + cost.tokens <= tokens && before.nano + cost.nano <= nano;
    return { fits, entries: fits ? addTo(entries, at, cost) : entries, at, before };
  }

  /** Corrects the reservation of this time, unless it has left the window. */
  adjust(stored: unknown, at: number, change: Cost): Spent {
    const entries = readSpent(stored);
    return entries.some((entry) => entry[0] === at) ? addTo(entries, at, change) : entries;
  }

  #living(stored: unknown, now: number): Spent {
    return readSpent(stored).filter(([at]) => at + this.#windowMs > now);
  }
}

function sumOf(entries: Spent): Cost {
  let [tokens, nano] = [0, 0];
  for (const entry of entries) {
    tokens += entry[1];
    nano += entry[2];
  }
  return { tokens, nano };
}

function addTo(entries: Spent, at: number, change: Cost): Spent {
  const entry = entries.find((each) => each[0] === at) ?? [at, 0, 0];
  const changed = [
    at,
    Math.max(0, entry[1] + change.tokens),
    Math.max(0, entry[2] + change.nano),
  ] as const;
  if (entries.length === 0 || (entries.length === 1 && entries[0] === entry)) return [changed];
  const others = entries.filter((each) => each[0] !== at);
  return [...others, changed].toSorted((one, other) => one[0] - other[0]);
}

function readSpent(stored: unknown): Spent {
  if (stored === undefined) return [];
  if (Array.isArray(stored) && stored.every(isEntry)) return stored;
  throw new Error('what is stored is not the sum of a budget');
}

function isEntry(entry: unknown): entry is readonly [number, number, number] {
  return (
    Array.isArray(entry) &&
    entry.length === 3 &&
    entry.every((part) => typeof part === 'number' && Number.isFinite(part))
  );
}
