import type { Change } from '../../compare/change.ts';
import type { Comparison, Example } from '../../compare/comparison.ts';
import type { PolicySet } from '../../compare/policy-set.ts';
import type { BadRow } from '../../recordings/read-recordings.ts';

/** The result of a diff, as `--json` writes it. */
export interface DiffReport {
  readonly base: SetReport;
  readonly candidate: SetReport;
  readonly runs: number;
  readonly decisions: number;
  readonly changed: number;
  readonly unexpected: number;
  /** Runs in which at least one decision changes. */
  readonly affected: number;
  readonly changes: readonly (Change & {
    readonly count: number;
    readonly sessions: number;
    readonly isExpected: boolean;
    readonly examples: readonly Example[];
  })[];
  /** Changes of further kinds than those listed. */
  readonly beyond: number;
  readonly unreadable: number;
  readonly unreadableRows: readonly BadRow[];
  /** Hooks that failed in either replay. */
  readonly failures: readonly string[];
}

interface SetReport {
  readonly name: string;
  readonly asks: number;
  /** Milliseconds per decision. */
  readonly p50: number;
  readonly p99: number;
}

export function toReport(
  comparison: Comparison,
  base: PolicySet,
  candidate: PolicySet,
  bad: {
    readonly count: number;
    readonly examples: readonly BadRow[];
    readonly failures: readonly string[];
  },
): DiffReport {
  const { runs, decisions, changed, unexpected, affected, beyond, groups, asks } = comparison;
  const changes = [...groups.values()]
    .toSorted((one, other) => other.count - one.count)
    .map(({ change, ...rest }) => ({ ...change, ...rest }));
  return {
    base: setReport(base, asks.base),
    candidate: setReport(candidate, asks.candidate),
    ...{ runs, decisions, changed, unexpected, affected, changes, beyond },
    unreadable: bad.count,
    unreadableRows: bad.examples,
    failures: bad.failures,
  };
}

function setReport({ name, latency }: PolicySet, asks: number): SetReport {
  return { name, asks, p50: rounded(latency.quantile(0.5)), p99: rounded(latency.quantile(0.99)) };
}

function rounded(ms: number): number {
  return Number(ms.toPrecision(3));
}
