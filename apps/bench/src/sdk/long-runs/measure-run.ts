import { getHeapStatistics } from 'node:v8';

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

/** What one run cost, in processor time of the thread it ran on: other processes and the collector's helpers disturb that least. */
export interface MeasuredRun {
  /** Processor time of a step at the end over that of a step after an eighth of the run. */
  readonly growth: number;
  /** Heap bytes that a step at the end allocates over those of a step after an eighth of the run: no other process disturbs that. */
  readonly allocation: number;
  /** Microseconds of processor time of a step at the end. */
  readonly last: number;
  /** Heap bytes that are kept with the result once the run is over. Needs `--expose-gc`. */
  readonly kept: number;
}

/** The least number of steps whose mean stands for a place of the run; of a longer one it is an eighth. */
const AROUND = 40;

/** Runs an agent once and says how its steps grew. */
export async function measureRun(
  { sdk, prepare }: LongRun,
  { steps, streamed, hooks }: RunToMeasure,
): Promise<MeasuredRun> {
  const before = await settledHeap();
  const marks: number[] = [];
  const heaps: number[] = [];
  const onModelCall = (): void => {
    heaps.push(getHeapStatistics().used_heap_size);
    marks.push(usedTime());
  };
  const run = prepare({ steps, streamed, hooks, onModelCall });
  const result = await run();
  if (marks.length !== steps + 1)
    throw new Error(
      `[bench_cut_short] ${sdk} asked its model ${marks.length} times, not ${steps + 1}`,
    );
  const kept = (await settledHeap()) - before;
  const early = Math.floor(steps / 8);
  const around = Math.max(AROUND, early);
  const meanStep = (from: number, to: number): number => (marks[to]! - marks[from]!) / (to - from);
  const last = meanStep(steps - around, steps);
  const growth = last / meanStep(early - around / 2, early + around / 2);
  const allocation =
    allocatedAt(heaps, steps - around, steps) /
    allocatedAt(heaps, early - around / 2, early + around / 2);
  const figures = { growth, allocation, last };
  // Read after the heap was, so that the result was alive by then.
  return result === undefined ? { ...figures, kept: 0 } : { ...figures, kept };
}

/** Bytes a step allocates there, by the median: a step in which the collector ran says nothing. */
function allocatedAt(heaps: readonly number[], from: number, to: number): number {
  const steps = Array.from(
    { length: to - from },
    (_, place) => heaps[from + place + 1]! - heaps[from + place]!,
  );
  return median(steps.filter((bytes) => bytes > 0));
}

function usedTime(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}
