import { setFlagsFromString } from 'node:v8';
import { runInNewContext, Script } from 'node:vm';

import { expect, test } from 'vitest';

import { heapTrend, sampleHeap, type HeapSample } from './heap-trend.ts';

const samples = (mb: (at: number) => number): readonly HeapSample[] =>
  Array.from({ length: 40 }, (_, at) => ({ chats: at * 100, mb: mb(at), codeMb: at }));

test('a heap that goes up and down about a level has not grown', () => {
  const { grownMb, allowedMb } = heapTrend(
    samples((at) => 80 + (at % 5)),
    3,
  );
  expect(Math.abs(grownMb)).toBeLessThan(allowedMb);
});

test('a heap that keeps a little of every chat has grown', () => {
  const { grownMb, allowedMb, kbPerThousandChats } = heapTrend(
    samples((at) => 80 + at / 2 + (at % 2)),
    3,
  );
  expect(grownMb).toBeGreaterThan(allowedMb);
  expect(kbPerThousandChats).toBeGreaterThan(4000);
});

test('what is taken at the start is warm-up', () => {
  const { grownMb, allowedMb } = heapTrend(
    samples((at) => (at < 8 ? 40 : 80)),
    3,
  );
  expect(grownMb).toBeLessThan(allowedMb);
});

test('functions that the engine compiles are no growth, objects that somebody keeps are', () => {
  // Otherwise, garbage of earlier work would be collected between the two samples.
  collectNow();
  const before = sampleHeap(0);
  const kept = Array.from({ length: 200_000 }, (_, place) => ({ place }));
  const sums = Array.from({ length: 2000 }, (_, place) => longSum(place));
  const after = sampleHeap(1);
  expect(sums.length).toBeLessThan(kept.length);
  expect(after.codeMb - before.codeMb).toBeGreaterThan(1);
  expect(after.mb - before.mb).toBeGreaterThan(3);
});

const collectNow = (() => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
})();

/** Returns a new function with a long body, which ran once and is therefore compiled. */
function longSum(place: number): (base: number) => number {
  const terms = ` + ${String(place)} * base`.repeat(100);
  const sum = new Script(`(base) => base${terms}`).runInThisContext() as (base: number) => number;
  sum(1);
  return sum;
}
