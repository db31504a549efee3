import type { RunParity } from './judge-parity.ts';
import type { ListedDifference } from './listed-difference.ts';

/** How a recording compares over all frameworks. */
export interface ParityReport {
  /** Runs that were compared. */
  readonly runs: number;
  /** Runs with a difference that nobody listed. */
  readonly unlisted: number;
  /** The differences that a host forces, with the number of times each showed. */
  readonly listed: readonly {
    readonly framework: string;
    readonly event: string;
    readonly reason: string;
    readonly count: number;
  }[];
}

/** Adds up how runs compare. */
export class ParityTally {
  readonly #list: readonly ListedDifference[];
  readonly #counts = new Map<ListedDifference, number>();
  #runs = 0;
  #unlisted = 0;

  constructor(list: readonly ListedDifference[]) {
    this.#list = list;
  }

  add({ unlisted, listed }: RunParity): void {
    this.#runs += 1;
    if (unlisted.length > 0) this.#unlisted += 1;
    for (const [entry, count] of listed) {
      this.#counts.set(entry, (this.#counts.get(entry) ?? 0) + count);
    }
  }

  /** The list in its order, without what did not show. */
  toReport(): ParityReport {
    const listed = this.#list.flatMap((entry) => {
      const { framework, event, reason } = entry;
      const count = this.#counts.get(entry) ?? 0;
      return count === 0 ? [] : [{ framework, event, reason, count }];
    });
    return { runs: this.#runs, unlisted: this.#unlisted, listed };
  }
}
