import type { Policy } from '@interpose/core';

import { percentile } from '../percentile.ts';
import type { BadRow } from '../row-place.ts';
import type { AgentdynReport } from './agentdyn-report.ts';
import { readAgentdynRows } from './read-agentdyn-rows.ts';
import { SuiteReplays, type ReplayedRun } from './suite-replays.ts';
import { tallyRuns } from './tally-runs.ts';

/** Replays every row of a file or folder, in order, through the policies of its suite. */
export async function evalAgentdyn(
  data: string,
  policies: (suite: string) => readonly Policy[],
): Promise<AgentdynReport> {
  const replays = new SuiteReplays(policies);
  const replayed: ReplayedRun[] = [];
  const badRows: BadRow[] = [];
  for await (const row of readAgentdynRows(data)) {
    if ('reason' in row) badRows.push(row);
    else replayed.push(await replays.play(row));
  }
  await replays.close();
  const { groups, cases, ...figures } = tallyRuns(replayed);
  const microseconds = {
    p50: rounded(percentile(replays.microseconds, 0.5)),
    p99: rounded(percentile(replays.microseconds, 0.99)),
  };
  return { ...figures, microseconds, groups, cases, badRows };
}

function rounded(microseconds: number): number {
  return Math.round(microseconds * 10) / 10;
}
