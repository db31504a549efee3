import { expect, test } from 'vitest';

import { repeat } from './repeat.ts';

test('work is never done twice at a time, what fails is done again, and stopping waits for what is being done', async () => {
  let [running, most, done] = [0, 0, 0];
  const fourth = Promise.withResolvers<void>();
  const open = Promise.withResolvers<void>();
  const repeating = repeat(1, async () => {
    most = Math.max(most, ++running);
    await new Promise(setImmediate);
    if (++done === 4) {
      fourth.resolve();
      await open.promise;
    }
    running--;
    if (done % 2 === 1) throw new Error('away');
  });
  await fourth.promise;
  const stopped = repeating.stop();
  open.resolve();
  await stopped;
  expect([running, most, done]).toEqual([0, 1, 4]);
});
