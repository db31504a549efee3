import type { ComparisonReport } from '../src/parity/compare/compare-rows.ts';
import type { ReplayReport } from '../src/replay/tally.ts';
import type { Ended } from './run-app.ts';

/** The report of a replay with `--json`; throws where standard output holds anything else. */
export function reportOf(ended: Ended): ReplayReport {
  return onlyLine(ended) as ReplayReport;
}

/** The report of a comparison of all frameworks with `--json`. */
export function parityOf(ended: Ended): ComparisonReport {
  return onlyLine(ended) as ComparisonReport;
}

function onlyLine({ stdout, stderr }: Ended): unknown {
  const lines = stdout.trimEnd().split('\n');
  if (lines.length !== 1) throw new Error(`not one line: ${stdout}\n${stderr}`);
  return JSON.parse(stdout);
}
