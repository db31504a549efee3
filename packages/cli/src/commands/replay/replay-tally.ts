import { saidIn, type Said } from '../../compare/change.ts';
import type { PlayedRun } from '../../compare/policy-set.ts';

/** What policies did to steps of one kind. */
interface Interference extends Said {
  readonly event: string;
  readonly tool: string;
  readonly first: string;
  count: number;
}

/** The result of a replay, as `--json` writes it. */
export interface ReplayReport {
  readonly policies: string;
  readonly runs: number;
  readonly unreadable: number;
  readonly decisions: number;
  readonly asks: number;
  /** Runs in which a policy interfered. */
  readonly affected: number;
  readonly verbs: Readonly<Record<string, number>>;
  readonly interferences: readonly Interference[];
  /** Steps of further kinds than those listed. */
  readonly beyond: number;
  /** Hooks that failed, as `hook: code`. */
  readonly failures: Readonly<Record<string, number>>;
}

const MOST_KINDS = 500;

/** Counts what policies do over many runs; the size is bounded. */
export class ReplayTally {
  unreadable = 0;
  readonly #kinds = new Map<string, Interference>();
  readonly #verbs: Record<string, number> = {};
  readonly #failures: Record<string, number> = {};
  #runs = 0;
  #decisions = 0;
  #asks = 0;
  #affected = 0;
  #beyond = 0;

  add({ steps, asks, failures }: PlayedRun, place: string): void {
    this.#runs += 1;
    this.#asks += asks;
    this.#decisions += steps.length;
    for (const failure of failures) count(this.#failures, failure);
    const acted = steps.filter(({ record }) => record.decision !== 'allow');
    if (acted.length > 0) this.#affected += 1;
    for (const { record } of steps) count(this.#verbs, record.decision);
    for (const { record } of acted) {
      const { event, tool = '' } = record;
      const said = saidIn(record);
      const key = JSON.stringify([event, tool, said.decision, said.codes, said.policies]);
      const known = this.#kinds.get(key);
      if (known !== undefined) known.count += 1;
      else if (this.#kinds.size < MOST_KINDS)
        this.#kinds.set(key, { event, tool, ...said, count: 1, first: place });
      else this.#beyond += 1;
    }
  }

  toReport(policies: string): ReplayReport {
    return {
      policies,
      runs: this.#runs,
      unreadable: this.unreadable,
      decisions: this.#decisions,
      asks: this.#asks,
      affected: this.#affected,
      verbs: this.#verbs,
      interferences: [...this.#kinds.values()].toSorted((one, other) => other.count - one.count),
      beyond: this.#beyond,
      failures: this.#failures,
    };
  }
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
