import type { Policy } from '@interpose/core';

import { percentile } from '../percentile.ts';
import type { BadRow } from '../row-place.ts';
import type { AgentdynReport } from './agentdyn-report.ts';
import { readAgentdynRows } from './read-agentdyn-rows.ts';
import { SuiteReplays, type ReplayedRun } from './suite-replays.ts';
import { isAttackSuccess, isResidual, tallyRuns } from './tally-runs.ts';

/** Replays every row of a file or folder, in order, through the policies of its suite. */
export async function evalAgentdyn(
  data: string,
  policies: (suite: string) => readonly Policy[],
): Promise<AgentdynReport> {
  // A person says yes to what a user wanted, and no in a run whose model follows the attacker.
  const replays = new SuiteReplays(policies, ({ attack }) => attack?.succeeded !== true);
  const saysYes = new SuiteReplays(policies, () => true);
  let residual = 0;
  const replayed: ReplayedRun[] = [];
  const badRows: BadRow[] = [];
  for await (const row of readAgentdynRows(data)) {
    if ('reason' in row) badRows.push(row);
    else {
      const played = await replays.play(row);
      replayed.push(played);
      if (isAttackSuccess(row) && isResidual(await saysYes.play(row))) residual += 1;
    }
  }
  await Promise.all([replays.close(), saysYes.close()]);
  const { groups, cases, ...figures } = tallyRuns(replayed);
  const microseconds = {
    p50: rounded(percentile(replays.microseconds, 0.5)),
    p99: rounded(percentile(replays.microseconds, 0.99)),
  };
  return { ...figures, yesToAll: { residual }, microseconds, groups, cases, badRows };
}

function rounded(microseconds: number): number {
  return Math.round(microseconds * 10) / 10;
}
