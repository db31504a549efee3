import { expect, test } from 'vitest';

import { counted } from './table.ts';

test.for([
  [1, 'run', '1 run'],
  [0, 'run', '0 runs'],
  [1, 'policy', '1 policy'],
  [2, 'policy', '2 policies'],
  [3, 'day', '3 days'],
  [2, 'batch', '2 batches'],
  [1_000_000, 'entry', '1,000,000 entries'],
] as const)('%i %s is told as %s', ([count, noun, told]) => {
  expect(counted(count, noun)).toBe(told);
});
