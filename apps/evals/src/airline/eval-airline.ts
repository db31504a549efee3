import { toRunCase, type RunCase } from '../run-case.ts';
import type { BadRow } from '../row-place.ts';
import { readAirlineData } from './airline-data.ts';
import type { AirlineReport } from './airline-report.ts';
import { playAirlineRun, type PlayedAirlineRun } from './play-airline-run.ts';
import { readTrajectories, type Trajectory } from './read-trajectories.ts';
import { rightRun } from './right-run.ts';

/** Holds the right actions of every task, and then every recorded run, against the airline's policy. */
export async function evalAirline(path: string): Promise<AirlineReport> {
  const rows: (Trajectory | BadRow)[] = [];
  for await (const row of readTrajectories(path)) rows.push(row);
  const data = readAirlineData(path);
  const runs = rows.filter((row): row is Trajectory => !('reason' in row));
  const right = await playAll(onePerTask(runs), (run) =>
    playAirlineRun(rightRun(run.actions, data), data),
  );
  const recorded = (succeeded: boolean): Promise<readonly Played[]> =>
    playAll(
      runs.filter((run) => run.succeeded === succeeded),
      (run) => playAirlineRun(run.recorded, data),
    );
  const failed = await recorded(false);
  const succeeded = await recorded(true);
  return {
    rightActions: right.reduce((sum, { run }) => sum + run.actions.length, 0),
    falseDenials: right.reduce((sum, { denied }) => sum + denied.length, 0),
    ...tallyFailed(failed),
    succeededRuns: succeeded.length,
    succeededRunsWithDeniedWrite: casesOf(succeeded).length,
    asks: {
      rightActions: countAsks(right),
      failedRuns: countAsks(failed),
      succeededRuns: countAsks(succeeded),
    },
    cases: {
      falseDenials: casesOf(right),
      failedRuns: casesOf(failed),
      succeededRuns: casesOf(succeeded),
    },
    badRows: rows.filter((row): row is BadRow => 'reason' in row),
  };
}

interface Played extends PlayedAirlineRun {
  readonly run: Trajectory;
}

async function playAll(
  runs: readonly Trajectory[],
  play: (run: Trajectory) => Promise<PlayedAirlineRun>,
): Promise<readonly Played[]> {
  const played: Played[] = [];
  for (const run of runs) played.push({ run, ...(await play(run)) });
  return played;
}

/** A task stands in a file once per trial. */
function onePerTask(runs: readonly Trajectory[]): readonly Trajectory[] {
  const tasks = new Map(runs.map((run) => [`${run.task} ${JSON.stringify(run.actions)}`, run]));
  return [...tasks.values()];
}

function tallyFailed(
  failed: readonly Played[],
): Pick<
  AirlineReport,
  'failedRuns' | 'failedRunsWithDeniedWrite' | 'failedRunsWithDeniedEffect' | 'byRule'
> {
  const stopped = failed.filter(({ denied }) => denied.length > 0);
  const codes = stopped.flatMap(({ denied }) => [...new Set(denied.map(({ code }) => code))]);
  const byRule = Object.entries(Object.groupBy(codes, (code) => code))
    .map(([code, runs]) => [code, runs?.length ?? 0] as const)
    .toSorted(([, one], [, other]) => other - one);
  return {
    failedRuns: failed.length,
    failedRunsWithDeniedWrite: stopped.length,
    failedRunsWithDeniedEffect: stopped.filter(hadEffect).length,
    byRule: Object.fromEntries(byRule),
  };
}

/** The airline's own tools refuse some calls as well; their results begin with `Error`. */
function hadEffect({ run, denied }: Played): boolean {
  const calls = run.recorded.chats.flatMap(({ turns }) => turns.flatMap((turn) => turn.calls));
  return denied.some(({ call }) =>
    calls.some(
      ({ id, outcome }) =>
        id === call.id && outcome.kind === 'result' && !outcome.content.startsWith('Error'),
    ),
  );
}

function casesOf(played: readonly Played[]): readonly RunCase[] {
  return played
    .filter(({ denied }) => denied.length > 0)
    .map(({ run, denied }) => toRunCase(run, run.recorded.id, denied));
}

function countAsks(played: readonly Played[]): number {
  return played.reduce((sum, { asks }) => sum + asks, 0);
}
