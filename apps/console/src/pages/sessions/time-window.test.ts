import { expect, test } from 'vitest';

import { windowOf } from './time-window.ts';

test('a span counts back from now in whole minutes, two moments stand, and nonsense is no window', () => {
  expect(windowOf('2h', undefined, undefined, 7_260_999)).toEqual({ from: 60_000 });
  expect(windowOf(undefined, '5', '9')).toEqual({ from: 5, to: 9 });
  expect(windowOf('soon', 'x', undefined)).toEqual({});
});
