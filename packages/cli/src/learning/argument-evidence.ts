/** Where a value was first found, searching back from the call. */
export type Origin = 'user' | 'model' | `tool:${string}`;

/** The form of a value, in words for people who write rules. */
export type ValueForm =
  | 'mail'
  | 'url'
  | 'date'
  | 'number'
  | 'flag'
  | 'nothing'
  | 'list'
  | 'text'
  | 'word';

const MOST_VALUES = 40;
const MOST_ORIGINS = 40;

/** One argument of one call in a run. */
export interface SeenArgument {
  readonly value: unknown;
  readonly passed: readonly string[];
  readonly origins: readonly Origin[];
}

/** What good runs show about one argument; the size is bounded. Every count is of runs, not of calls. */
export class ArgumentEvidence {
  runs = 0;
  readonly passed: Map<string, number> = new Map();
  readonly origins: Map<Origin, number> = new Map();
  readonly forms: Map<ValueForm, number> = new Map();
  /** Counts by the JSON of a value; undefined once there are too many values. */
  values: Map<string, number> | undefined = new Map();
  least: number = Infinity;
  most: number = -Infinity;

  /** Adds all values that one run gave to the argument. */
  add(seen: readonly SeenArgument[]): void {
    this.runs += 1;
    const [first] = seen;
    for (const guard of first?.passed ?? [])
      if (seen.every(({ passed }) => passed.includes(guard))) count(this.passed, guard);
    for (const origin of new Set(seen.flatMap(({ origins }) => origins)))
      if (this.origins.size < MOST_ORIGINS || this.origins.has(origin)) count(this.origins, origin);
    for (const form of new Set(seen.map(({ value }) => formOf(value)))) count(this.forms, form);
    for (const json of new Set(seen.map(({ value }) => JSON.stringify(value)))) this.#note(json);
    for (const { value } of seen) {
      if (typeof value !== 'number') continue;
      this.least = Math.min(this.least, value);
      this.most = Math.max(this.most, value);
    }
  }

  /** Whether every value has a harmless form, which names no recipient or place. */
  get isHarmless(): boolean {
    return [...this.forms.keys()].every((form) => HARMLESS.has(form));
  }

  #note(json: string): void {
    if (this.values === undefined) return;
    count(this.values, json.slice(0, 200));
    if (this.values.size > MOST_VALUES) this.values = undefined;
  }
}

const HARMLESS: ReadonlySet<ValueForm> = new Set(['date', 'number', 'flag', 'nothing'] as const);

function formOf(value: unknown): ValueForm {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'flag';
  if (typeof value !== 'string') return 'list';
  if (/^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i.test(value)) return 'mail';
  if (/^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?\S*)?$/.test(value)) return 'date';
  if (/^(?:https?:\/\/|www\.)\S+$/i.test(value)) return 'url';
  return /\s/.test(value) ? 'text' : 'word';
}

/** Adds one to the count of a key. */
export function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
