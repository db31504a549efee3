import { expect, test } from 'vitest';

import { countTimers } from './count-timers.ts';

test('counts what runs and what ran at most at once', async () => {
  const timers = countTimers();
  const interval = setInterval(() => undefined, 1000);
  await new Promise<void>((done) => {
    setTimeout(done, 1);
  });
  expect(timers.live).toBe(1);
  expect(timers.most).toBe(2);
  clearInterval(interval);
  clearTimeout(setTimeout(() => undefined, 1000));
  expect(timers.live).toBe(0);
  expect(timers.most).toBe(2);
});
