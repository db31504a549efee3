import { expect, test } from 'vitest';

import type { Recorder } from '../storing/recorder.ts';
import type { Storage } from '../storage/open-storage.ts';
import { Changes } from './changes.ts';

test('a change whose record the disk refuses is told as made but not written down', async () => {
  let unwritten = 0;
  const recorder = {
    isFull: false,
    get unwritten() {
      return unwritten;
    },
    record: () => void (unwritten += 1),
    written: () => undefined,
    // Nothing else of a recorder is used.
  } as unknown as Recorder;
  const changes = new Changes({} as Storage, recorder);
  const made = changes.during(
    { tenant: 'default', name: 'ada' },
    () => Promise.resolve('a token'),
    () => ({ what: 'token.made', reason: 'a test' }),
  );
  await expect(made).rejects.toMatchObject({ status: 503, code: 'unrecorded' });
});
