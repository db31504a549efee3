import { expect, test } from 'vitest';

import { isAllowed, type Change, type Said } from './change.ts';

const said = (decision: string): Said => ({
  decision,
  codes: [],
  policies: [],
  reason: undefined,
});

const change: Change = {
  event: 'preToolCall',
  tool: 'refund',
  from: said('ask, approved'),
  to: said('deny'),
};

test('a pair of verbs expects an ask however it was settled, and one that names how expects that', () => {
  expect(isAllowed(change, new Set(['ask>deny']))).toBe(true);
  expect(isAllowed(change, new Set(['ask, approved>deny']))).toBe(true);
  expect(isAllowed(change, new Set(['ask, refused>deny']))).toBe(false);
  expect(isAllowed(change, new Set(['ask>allow', 'deny>ask']))).toBe(false);
});
