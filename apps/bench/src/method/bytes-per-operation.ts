import { GCProfiler } from 'node:v8';

import { BenchError } from '../bench-error.ts';
import { isThenable } from './is-thenable.ts';
import { median } from './median.ts';
import type { Batch } from './time-cases.ts';

const SAMPLES = 9;
const MOST_TRIES = 60;

/**
 * Heap bytes one operation allocates: how much more the heap grows over a batch of twice the length,
 * so that what a measurement itself allocates cancels out. Batches in which the collector ran are
 * thrown away and made shorter. Needs `--expose-gc`.
 *
 * @throws BenchError `bench_no_gc` without `--expose-gc`, `bench_collected` when no batch stays clean.
 */
export async function bytesPerOperation(batch: Batch, count = 4000): Promise<number> {
  const samples: number[] = [];
  let size = count;
  await run(batch, size * 2);
  for (let tries = 0; samples.length < SAMPLES && tries < MOST_TRIES; tries += 1) {
    const short = await growthOf(batch, size);
    const long = await growthOf(batch, size * 2);
    if (short === 'collected' || long === 'collected') size = Math.max(1, size >> 1);
    else samples.push((long - short) / size);
  }
  if (samples.length < SAMPLES)
    throw new BenchError(
      'bench_collected',
      'the collector ran in every batch',
      'give the batch fewer operations or the process a larger --max-semi-space-size',
    );
  return Math.max(0, median(samples));
}

async function growthOf(batch: Batch, count: number): Promise<number | 'collected'> {
  collectGarbage();
  const profiler = new GCProfiler();
  profiler.start();
  const before = process.memoryUsage().heapUsed;
  await run(batch, count);
  const after = process.memoryUsage().heapUsed;
  return profiler.stop().statistics.length === 0 ? after - before : 'collected';
}

async function run(batch: Batch, count: number): Promise<void> {
  const result = batch(count);
  if (isThenable(result)) await result;
}

function collectGarbage(): void {
  if (globalThis.gc === undefined)
    throw new BenchError(
      'bench_no_gc',
      'the collector cannot be called',
      'run this process with --expose-gc',
    );
  globalThis.gc();
}
