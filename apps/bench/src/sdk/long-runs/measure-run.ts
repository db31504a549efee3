import type { Hooks } from '@interpose/core';

import { median } from '../../method/median.ts';
import { settledHeap } from '../../method/settled-heap.ts';
import type { LongRun } from './long-run.ts';

/** How one run is measured. */
export interface RunToMeasure {
  readonly steps: number;
  readonly streamed: boolean;
  readonly hooks?: Hooks | undefined;
}

/** What one run cost. */
export interface MeasuredRun {
  /** Processor time of a step at the end over that of a step after an eighth of the run. */
  readonly growth: number;
  /** Microseconds of processor time of a step at the end. */
  readonly last: number;
  /** Heap bytes that are kept with the result once the run is over. Needs `--expose-gc`. */
  readonly kept: number;
}

/** Steps whose median stands for a place of the run. */
const AROUND = 40;

/** Runs an agent once and says how its steps grew, in processor time, which other processes disturb least. */
export async function measureRun(
  { sdk, prepare }: LongRun,
  { steps, streamed, hooks }: RunToMeasure,
): Promise<MeasuredRun> {
  const before = await settledHeap();
  const marks: number[] = [];
  const run = prepare({ steps, streamed, hooks, onModelCall: () => marks.push(usedTime()) });
  const result = await run();
  if (marks.length !== steps + 1)
    throw new Error(
      `[bench_cut_short] ${sdk} asked its model ${marks.length} times, not ${steps + 1}`,
    );
  const kept = (await settledHeap()) - before;
  const times = marks.slice(1).map((mark, index) => mark - marks[index]!);
  const early = Math.floor(steps / 8);
  const last = median(times.slice(-AROUND));
  const growth = last / median(times.slice(early - AROUND / 2, early + AROUND / 2));
  // Read after the heap was, so that the result was alive by then.
  return result === undefined ? { growth, last, kept: 0 } : { growth, last, kept };
}

function usedTime(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
