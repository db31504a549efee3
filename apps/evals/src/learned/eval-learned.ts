import { labelledRules } from '@interpose/policies/rules/labelled';
import { learnRules, type LearnedRules, type LearnOptions } from 'interpose/learn';

import { readAgentdynRows, type AgentdynRun } from '../agentdyn/read-agentdyn-rows.ts';
import { SuiteReplays, type ReplayedRun } from '../agentdyn/suite-replays.ts';
import { isAttackSuccess, tallyRuns } from '../agentdyn/tally-runs.ts';
import type { BadRow } from '../row-place.ts';
import type { LearnedFigures, LearnedReport } from './learned-report.ts';

/** Learns from the good runs of each model, and applies the rules to the runs of the others. */
export async function evalLearned(data: string): Promise<LearnedReport> {
  const runs: AgentdynRun[] = [];
  const badRows: BadRow[] = [];
  for await (const row of readAgentdynRows(data)) {
    if ('reason' in row) badRows.push(row);
    else runs.push(row);
  }
  const models = [...new Set(runs.map(({ model }) => model))].toSorted();
  const figures: LearnedFigures[] = [];
  for (const model of models) {
    const good = runs.filter((run) => run.model === model && isGood(run));
    if (good.length === 0) continue;
    const learned = await learnRules({ read: () => sessionsOf(good) });
    const others = runs.filter((run) => run.model !== model && isMeant(run));
    figures.push({ learnedFrom: model, goodRuns: good.length, ...(await apply(learned, others)) });
  }
  return { figures, badRows };
}

/** What figures are of: runs that nobody attacked, and attacks that succeeded. */
function isMeant(run: AgentdynRun): boolean {
  return run.attack === undefined || isAttackSuccess(run);
}

function isGood({ attack, utility }: AgentdynRun): boolean {
  return attack === undefined && utility;
}

async function* sessionsOf(runs: readonly AgentdynRun[]): ReturnType<LearnOptions['read']> {
  for (const [index, { recorded: run, file, line, suite }] of runs.entries())
    yield {
      kind: 'run',
      file,
      line,
      run,
      sessionId: `good-${index}`,
      isNamed: false,
      agent: { id: suite },
      decisions: [],
    };
}

async function apply(
  { file, strictness }: LearnedRules,
  runs: readonly AgentdynRun[],
): Promise<Omit<LearnedFigures, 'learnedFrom' | 'goodRuns'>> {
  const attacks = runs.filter(isAttackSuccess);
  const answered = await replay(file, runs, ({ attack }) => attack?.succeeded !== true);
  const refused = await replay(file, attacks, () => false);
  const agreed = await replay(file, attacks, () => true);
  const figures = tallyRuns(answered);
  const { benign, asksPerRun, cases } = figures;
  return {
    strictness,
    benign: {
      ...benign,
      keptUnasked: answered.filter(
        ({ run, calls, asks }) => isGood(run) && asks === 0 && calls.denied.length === 0,
      ).length,
    },
    attacks: {
      ...figures.attacks,
      residualWithNo: tallyRuns(refused).attacks.residual,
      residualWithYes: tallyRuns(agreed).attacks.residual,
    },
    asksPerRun,
    cases,
  };
}

async function replay(
  file: LearnedRules['file'],
  runs: readonly AgentdynRun[],
  approves: (run: AgentdynRun) => boolean,
): Promise<readonly ReplayedRun[]> {
  const replays = new SuiteReplays(() => labelledRules(file), approves);
  const replayed: ReplayedRun[] = [];
  for (const run of runs) replayed.push(await replays.play(run));
  await replays.close();
  return replayed;
}
