import { expect, test } from 'vitest';

import { Waiters } from './waiters.ts';

test('a wait that is longer than a timer can run does not end at once', async () => {
  const waiters = new Waiters();
  const listening = waiters.listen('a');
  let isOver = false;
  const waiting = listening
    .wait(60 * 86_400_000, new AbortController().signal)
    .then(() => (isOver = true));
  await new Promise((resolve) => {
    setTimeout(resolve, 20);
  });
  expect(isOver).toBe(false);
  waiters.wake('a');
  await waiting;
  listening.stop();
});
