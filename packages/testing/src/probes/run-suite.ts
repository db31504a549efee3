import type { ProbeFailure, ProbeSuite } from './probe.ts';
import { runProbe } from './run-probe.ts';

/** The results of an adapter's probes. */
export interface ProbeReport {
  readonly probed: number;
  readonly runs: number;
  readonly leaks: number;
  readonly unasked: number;
  readonly differences: number;
  readonly failures: readonly ProbeFailure[];
}

/**
 * Runs every probe of every version, one after the other, since hooks may be global.
 *
 * @example
 * const { failures } = await runSuites([{ version: '1.0.0', probes: [] }]);
 * failures; // => []
 */
export async function runSuites(suites: readonly ProbeSuite[]): Promise<ProbeReport> {
  const failures: ProbeFailure[] = [];
  const names = new Set<string>();
  let runs = 0;
  for (const suite of suites) {
    const probes = suite.probes.filter(({ runsOn }) => runsOn?.(suite.version) !== false);
    for (const probe of probes) {
      const outcome = await runProbe(suite, probe);
      names.add(probe.name);
      runs += outcome.runs;
      failures.push(...outcome.failures);
    }
  }
  const count = (kind: ProbeFailure['kind']): number =>
    failures.filter((failure) => failure.kind === kind).length;
  return {
    probed: names.size,
    runs,
    leaks: count('leak'),
    unasked: count('unasked'),
    differences: count('difference'),
    failures,
  };
}
