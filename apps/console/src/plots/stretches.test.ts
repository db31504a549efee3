import { expect, test } from 'vitest';

import { stretches } from './stretches.ts';

test('a time in which nothing was decided parts what was before from what came after', () => {
  expect(stretches([])).toEqual([]);
  expect(stretches([false, false])).toEqual([]);
  expect(stretches([true])).toEqual([[0, 0]]);
  expect(stretches([false, true, true, false, true])).toEqual([
    [1, 2],
    [4, 4],
  ]);
});
