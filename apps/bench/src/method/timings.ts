import { BenchError } from '../bench-error.ts';
import type { Figure } from '../gate.ts';
import { median } from './median.ts';

/** The name under which the baseline runs a second time, as the A/A control. */
export const CONTROL = 'control: the baseline again';

/** What interleaved rounds measured: per case one time per round, in nanoseconds per operation. */
export class Timings {
  readonly #rounds: ReadonlyMap<string, readonly number[]>;
  readonly #baseline: string;

  constructor(rounds: ReadonlyMap<string, readonly number[]>, baseline: string) {
    this.#rounds = rounds;
    this.#baseline = baseline;
  }

  /** The median over the rounds of one case's time over another's in the same round. */
  ratio(name: string, over: string): number {
    const base = this.#of(over);
    return median(this.#of(name).map((time, round) => time / (base[round] ?? Number.NaN)));
  }

  /** The same of each case's least disturbed rounds, the tenth below which only one in ten lies: for a loaded machine. */
  leastRatio(name: string, over: string): number {
    return leastOf(this.#of(name)) / leastOf(this.#of(over));
  }

  /** The median time of one operation. */
  nanoseconds(name: string): number {
    return median(this.#of(name));
  }

  /** The median times of these cases, to be shown beside a verdict. */
  figures(...names: readonly string[]): Figure[] {
    return names.map((name) => ({ name, value: this.nanoseconds(name), unit: 'ns' }));
  }

  /** The baseline against itself: 1 on a quiet machine. */
  get control(): number {
    return this.ratio(CONTROL, this.#baseline);
  }

  #of(name: string): readonly number[] {
    const times = this.#rounds.get(name);
    if (times === undefined) throw unknownCase(name);
    return times;
  }
}

function leastOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 10)] ?? Number.NaN;
}

/** A case was asked for that nobody timed. */
export function unknownCase(name: string): BenchError {
  return new BenchError('bench_unknown_case', `no case "${name}"`, 'name one of the timed cases');
}
