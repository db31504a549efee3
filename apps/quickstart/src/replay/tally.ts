import type { Verb } from '@interpose/core';
import type { RowOutcome } from './replay-rows.ts';

/** The totals of a replay; with `--json` this is the whole output. */
export interface ReplayReport {
  readonly framework: string;
  readonly stream: boolean;
  /** Runs that were replayed; unreadable rows are not among them. */
  readonly runs: number;
  /** Runs that threw although no verdict made them. */
  readonly failed: number;
  /** Runs that went another way than recorded although no policy interfered. */
  readonly mismatched: number;
  readonly unreadable: number;
  /** What was irregular in the recordings, counted by kind. */
  readonly irregular: Readonly<Record<string, number>>;
  /** Decision records by the strongest thing that was said. */
  readonly decisions: Readonly<Record<Verb, number>>;
  readonly seconds: number;
  /** `row` counts the rows of the file from 1. */
  readonly failures: readonly { readonly row: number; readonly reason: string }[];
}

/** Adds up the rows of a replay. */
export class Tally {
  readonly #counts = { runs: 0, failed: 0, mismatched: 0, unreadable: 0 };
  readonly #irregular = new Map<string, number>();
  readonly #decisions: Record<Verb, number> = {
    allow: 0,
    deny: 0,
    modify: 0,
    respond: 0,
    ask: 0,
    retry: 0,
  };
  readonly #failures: { row: number; reason: string }[] = [];
  /** Runs in which a policy interfered. */
  interfered = 0;

  add(outcome: RowOutcome): void {
    if (outcome.kind === 'unreadable') {
      const { row, line, reason } = outcome;
      this.#counts.unreadable += 1;
      this.#failures.push({ row, reason: `line ${line} cannot be read: ${reason}` });
      return;
    }
    this.#counts.runs += 1;
    this.#addRun(outcome);
  }

  toReport(framework: string, stream: boolean, seconds: number): ReplayReport {
    return {
      framework,
      stream,
      ...this.#counts,
      irregular: Object.fromEntries(
        [...this.#irregular].toSorted(([one], [other]) => one.localeCompare(other)),
      ),
      decisions: { ...this.#decisions },
      seconds,
      failures: [...this.#failures],
    };
  }

  #addRun({ row, run, log, verdict }: RowOutcome & { kind: 'replayed' }): void {
    for (const [kind, count] of Object.entries(run.irregular)) {
      this.#irregular.set(kind, (this.#irregular.get(kind) ?? 0) + count);
    }
    for (const verb of Object.keys(log.decisions) as Verb[]) {
      this.#decisions[verb] += log.decisions[verb];
    }
    if (verdict.kind === 'interfered') this.interfered += 1;
    if (verdict.kind === 'failed') {
      this.#counts.failed += 1;
      this.#failures.push({ row, reason: `failed: ${verdict.reason}` });
    }
    if (verdict.kind === 'mismatched') {
      this.#counts.mismatched += 1;
      this.#failures.push({ row, reason: `mismatched: ${verdict.difference}` });
    }
  }
}
