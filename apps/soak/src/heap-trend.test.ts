import { expect, test } from 'vitest';

import { heapTrend, type HeapSample } from './heap-trend.ts';

const samples = (mb: (at: number) => number): readonly HeapSample[] =>
  Array.from({ length: 40 }, (_, at) => ({ chats: at * 100, mb: mb(at) }));

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
