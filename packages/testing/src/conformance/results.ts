import type { Behaviour } from './behaviour.ts';
import { behaviours } from './behaviours.ts';
import type { Harness, Mode } from './harness.ts';
import { judgeBehaviour, type Judgement } from './judge-behaviour.ts';

/** One cell of the table: an adapter, a behaviour, a mode and a version. */
export interface ConformanceResult {
  readonly framework: string;
  readonly version: string;
  readonly harness: string;
  readonly behaviour: string;
  readonly title: string;
  readonly theme: string;
  readonly rows: readonly number[];
  readonly mode: Mode;
  readonly outcome: Judgement['kind'];
  /** Why it failed, or why this host cannot show it. */
  readonly reason?: string;
}

/**
 * Runs the suite, or some of its themes, without a test runner and returns the results as data for a table.
 *
 * @example
 * const results = await conformanceResults([fakeHarness]);
 * console.table(results.filter(({ outcome }) => outcome !== 'passed'));
 */
export async function conformanceResults(
  harnesses: readonly Harness[],
  themes?: readonly string[],
): Promise<ConformanceResult[]> {
  const results: ConformanceResult[] = [];
  const wanted = behaviours.filter(({ theme }) => themes?.includes(theme) ?? true);
  for (const harness of harnesses) {
    for (const behaviour of wanted) {
      for (const mode of behaviour.modes) {
        const judged = await judgeBehaviour(behaviour, harness, mode);
        const cell = cellOf(behaviour, harness, mode);
        results.push({ ...cell, outcome: judged.kind, ...reasonOf(judged) });
      }
    }
    await harness.close?.();
  }
  return results;
}

/** Returns the cell of the table for a result. */
export function cellOf(
  { id, title, theme, rows }: Behaviour,
  { framework, version, name }: Harness,
  mode: Mode,
): Omit<ConformanceResult, 'outcome' | 'reason'> {
  return { framework, version, harness: name, behaviour: id, title, theme, rows, mode };
}

function reasonOf(judged: Judgement): { readonly reason?: string } {
  if (judged.kind === 'passed') return {};
  return { reason: judged.kind === 'failed' ? String(judged.error) : judged.reason };
}
