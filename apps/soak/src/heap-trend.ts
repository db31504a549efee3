import { getHeapSpaceStatistics } from 'node:v8';

import type { HeapTrend } from './soak-report.ts';

/** The heap after a garbage collection, with the number of chats that had ended. */
export interface HeapSample {
  readonly chats: number;
  /** Objects, strings and closures, in megabytes. */
  readonly mb: number;
  /** Compiled code, which grows for an hour without any leak, since the engine optimises functions one by one. */
  readonly codeMb: number;
}

/** Matches the heap spaces for bytecode and machine code. */
const CODE = /^(code|trusted)_/u;

/** Samples the current heap; collect garbage first. */
export function sampleHeap(chats: number): HeapSample {
  return { chats, mb: usedMb(false), codeMb: usedMb(true) };
}

function usedMb(isCode: boolean): number {
  const spaces = getHeapSpaceStatistics().filter(
    ({ space_name: name }) => CODE.test(name) === isCode,
  );
  return spaces.reduce((sum, space) => sum + space.space_used_size, 0) / MB;
}

const MB = 1024 * 1024;

/** How many times the scatter of the samples counts as growth. */
const NOISES = 4;

/** Fits a line through the samples after the first quarter, which is warm-up; growth of `leastMb` is always allowed. */
export function heapTrend(samples: readonly HeapSample[], leastMb: number): HeapTrend {
  const warm = samples.slice(Math.floor(samples.length / 4));
  const [first, last] = [warm[0], warm.at(-1)];
  if (first === undefined || last === undefined || first === last)
    throw new Error('too few samples of the heap');
  const slope = slopeOf(warm);
  const noiseMb = scatterOf(warm, slope);
  const grownMb = slope * (last.chats - first.chats);
  return {
    samples: warm.length,
    firstMb: first.mb,
    lastMb: last.mb,
    codeMb: last.codeMb,
    kbPerThousandChats: slope * 1024 * 1000,
    noiseMb,
    grownMb,
    allowedMb: Math.max(leastMb, NOISES * noiseMb),
  };
}

function slopeOf(samples: readonly HeapSample[]): number {
  const [x, y] = [mean(samples.map(({ chats }) => chats)), mean(samples.map(({ mb }) => mb))];
  const spread = samples.reduce((sum, { chats }) => sum + (chats - x) ** 2, 0);
  const joint = samples.reduce((sum, { chats, mb }) => sum + (chats - x) * (mb - y), 0);
  return spread === 0 ? 0 : joint / spread;
}

function scatterOf(samples: readonly HeapSample[], slope: number): number {
  const [x, y] = [mean(samples.map(({ chats }) => chats)), mean(samples.map(({ mb }) => mb))];
  const squares = samples.map(({ chats, mb }) => (mb - y - slope * (chats - x)) ** 2);
  return Math.sqrt(mean(squares));
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}
