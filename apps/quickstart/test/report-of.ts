import type { ReplayReport } from '../src/replay/tally.ts';
import type { Ended } from './run-app.ts';

/** The report of a replay with `--json`; throws where standard output holds anything else. */
export function reportOf({ stdout, stderr }: Ended): ReplayReport {
  const lines = stdout.trimEnd().split('\n');
  if (lines.length !== 1) throw new Error(`not one line: ${stdout}\n${stderr}`);
  return JSON.parse(stdout) as ReplayReport;
}
