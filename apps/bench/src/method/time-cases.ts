import { isThenable } from './is-thenable.ts';
import { shuffle } from './shuffle.ts';
import { CONTROL, Timings, unknownCase } from './timings.ts';

/** Does one operation `count` times, in a loop of its own; asynchronous when it returns a promise. */
export type Batch = (count: number) => unknown;

/** What is timed side by side, by name. */
export type TimedCases = Readonly<Record<string, Batch>>;

/** How long and how often cases are timed. */
export interface TimingPlan {
  /** The case that is timed twice, as the A/A control. */
  readonly baseline: string;
  /** 60 by default. */
  readonly rounds?: number;
  /** About how long one batch takes: 2 milliseconds by default. */
  readonly batchMs?: number;
  /** Milliseconds each case runs before anything counts: 80 by default. */
  readonly warmupMs?: number;
  /** What the clock counts: time as it passes by default, or what the processor spends here, whoever else it serves. */
  readonly clock?: 'wall' | 'processor';
}

/**
 * Times all cases in shuffled order, round by round, after each was warmed up.
 *
 * @throws BenchError `bench_unknown_case` when the baseline is not among the cases.
 */
export async function timeCases(cases: TimedCases, plan: TimingPlan): Promise<Timings> {
  const { baseline, rounds = 60, batchMs = 2, warmupMs = 80, clock = 'wall' } = plan;
  const now = CLOCKS[clock];
  const control = cases[baseline];
  if (control === undefined) throw unknownCase(baseline);
  const all = Object.entries({ ...cases, [CONTROL]: control });
  for (const share of [0.25, 0.5, 0.25])
    for (const [, batch] of shuffle(all)) await warm(batch, warmupMs * share);
  const counts = new Map<string, number>();
  for (const [name, batch] of all) counts.set(name, await calibrate(batch, batchMs, now));
  const times = new Map(all.map(([name]): [string, number[]] => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, batch] of shuffle(all)) {
      const count = counts.get(name) ?? 1;
      times.get(name)?.push(((await elapsed(batch, count, now)) * 1e6) / count);
    }
  }
  return new Timings(times, baseline);
}

async function warm(batch: Batch, milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  for (let count = 1; performance.now() < end; count = Math.min(count * 2, 256)) {
    const result = batch(count);
    if (isThenable(result)) await result;
  }
}

/** Milliseconds since some moment. */
type Clock = () => number;

const CLOCKS: Readonly<Record<NonNullable<TimingPlan['clock']>, Clock>> = {
  wall: () => performance.now(),
  processor: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};

async function calibrate(batch: Batch, milliseconds: number, now: Clock): Promise<number> {
  let count = 1;
  for (;;) {
    const time = await elapsed(batch, count, now);
    if (time >= milliseconds / 4) return Math.max(1, Math.round((count * milliseconds) / time));
    count *= 4;
  }
}

async function elapsed(batch: Batch, count: number, now: Clock): Promise<number> {
  const start = now();
  const result = batch(count);
  if (isThenable(result)) await result;
  return now() - start;
}
