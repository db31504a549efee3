import { collect } from './collect-garbage.ts';

const RUNS = 100;

/** Arguments of a call, of which hooks see a copy that weighs more than all else of a run. */
export const MANY_ARGUMENTS: Readonly<Record<string, unknown>> = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [`argument${index}`, { index }]),
);

/** The engine keeps some for itself while it still compiles what runs. */
const MOST_TRIES = 12;

/** What the collections of the young heap leave of one run, at least over some tries; `enough` ends them early. */
export async function bytesLeftBy(run: () => PromiseLike<unknown>, enough = 0): Promise<number> {
  let least = Infinity;
  await repeat(run, RUNS);
  for (let tries = 0; tries < MOST_TRIES && least >= enough; tries++) {
    collect();
    await repeat(run, RUNS / 10);
    const before = settledHeap();
    await repeat(run, RUNS);
    least = Math.min(least, (settledHeap() - before) / RUNS);
  }
  return least;
}

async function repeat(run: () => PromiseLike<unknown>, count: number): Promise<void> {
  for (let index = 0; index < count; index++) await run();
}

function settledHeap(): number {
  collect({ type: 'minor' });
  collect({ type: 'minor' });
  return process.memoryUsage().heapUsed;
}
