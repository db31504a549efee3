import { getHeapSpaceStatistics } from 'node:v8';

import type { HeapTrend } from './soak-report.ts';

/** What is alive after a collection, once so many chats had ended. */
export interface HeapSample {
  readonly chats: number;
  /** Objects, strings and closures. */
  readonly mb: number;
  /** What the engine compiled, which grows for an hour although nothing is kept: it optimises one function after the other. */
  readonly codeMb: number;
}

/** Where the engine keeps bytecode and machine code. */
const CODE = /^(code|trusted)_/u;

/** Reads the heap as it is now; collect first. */
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

/** How much more than the scatter of the samples counts as growth. */
const NOISES = 4;

/** The line through the samples, the first quarter of which is warm-up; `leastMb` may grow in any case. */
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
