import type { Hooks } from '@interpose/core';
import { scriptedModel, type RecordedRow } from '@interpose/testing';
import type { Framework } from '../frameworks/framework.ts';
import { loadHooks } from './command/load-policies.ts';
import type { ReplayArguments } from './command/parse-replay-arguments.ts';
import { readRows } from './command/read-rows.ts';
import { replayRows, type RowOutcome } from './replay-rows.ts';
import { Tally } from './tally.ts';
import { watchRuns } from './transcript/watch-runs.ts';

/** Who wants to know how a replay is going. */
export interface ReplayAudience {
  /** The file was read and so many rows will be replayed. */
  begins(rows: number): void;
  /** So many rows are done, in whatever order. */
  reaches(rows: number): void;
  /** The next row of the file is done. */
  hears(outcome: RowOutcome): void;
}

/**
 * Replays a file of recorded runs through a framework and policies.
 *
 * Throws `InterposeError` where the file or the policies cannot be used.
 */
export async function replayRecording(
  asked: ReplayArguments,
  framework: Framework,
  audience: ReplayAudience,
): Promise<{ readonly tally: Tally; readonly seconds: number }> {
  const rows = await readRows(asked.recording, asked.limit);
  const hooks = await loadHooks(asked.policies);
  audience.begins(rows.length);
  const began = performance.now();
  const tally = await replayAll(rows, hooks, asked, framework, audience);
  return { tally, seconds: Math.round((performance.now() - began) / 10) / 100 };
}

async function replayAll(
  rows: readonly RecordedRow[],
  hooks: Hooks,
  asked: ReplayArguments,
  framework: Framework,
  audience: ReplayAudience,
): Promise<Tally> {
  const tally = new Tally();
  await using server = await scriptedModel();
  const { isStreamed, asJson } = asked;
  const replay = { framework, hooks, server, isStreamed, logs: watchRuns(hooks, !asJson) };
  const outcomes = replayRows(rows, replay, (count) => audience.reaches(count));
  for await (const outcome of outcomes) {
    tally.add(outcome);
    audience.hears(outcome);
  }
  await hooks.close();
  return tally;
}
