import { expect, test } from 'vitest';

import { shortDiff } from './diff-lines.ts';

const lines = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, at) => `line ${from + at}`);

test('what changed stands with three lines around it, and what is left out is counted', () => {
  const before = lines(0, 40).join('\n');
  const after = before.replace('line 20', 'another line');
  expect(shortDiff(before, after)).toEqual([
    { kind: 'left out', count: 17 },
    ...lines(17, 20).map((text) => ({ kind: 'same', text })),
    { kind: 'removed', text: 'line 20' },
    { kind: 'added', text: 'another line' },
    ...lines(21, 24).map((text) => ({ kind: 'same', text })),
    { kind: 'left out', count: 16 },
  ]);
});

test('nothing is left out between changes that are near each other, and nothing shown where none is', () => {
  const before = lines(0, 9).join('\n');
  const after = before.replace('line 0', 'first').replace('line 8', 'last');
  expect(shortDiff(before, after).map(({ kind }) => kind)).not.toContain('left out');
  expect(shortDiff(before, before)).toEqual([]);
});
