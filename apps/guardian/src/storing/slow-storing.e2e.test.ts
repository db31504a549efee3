import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, onTestFinished, test } from 'vitest';

import { freshDatabase } from '../../test/fresh-database.ts';
import { retentionStage, stepAt } from '../../test/retention-stage.ts';
import { signingKey } from '../audit/signing-key.ts';
import type { Storage } from '../storage/open-storage.ts';
import { Recorder } from './recorder.ts';

const database = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), 'interpose-slow-storing-'));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database?.drop();
});

const SLOW_MS = 300;

function later(timeMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, timeMs);
  });
}

test('what is decided while a slow database stores is stored together, so that it does not fall behind', async () => {
  const { storage, folder: place } = await retentionStage(database?.url);
  const slow: Storage = {
    ...storage,
    hears: true,
    within: async (tenant, work) => {
      await later(SLOW_MS);
      return storage.within(tenant, work);
    },
  };
  const recorder = new Recorder(slow, {
    ...{ folder, spoolBytes: 1e6, flushMs: 10, key: signingKey(place) },
    report: (problem) => expect.fail(problem),
  });
  onTestFinished(() => recorder.close(1000));
  for (let step = 0; step < 100; step += 1) {
    recorder.record('default', stepAt(Date.now(), `slow${step}`), '');
    await later(10);
  }
  await recorder.stored();
  const batches = await storage.within('default', (work) =>
    work.selectFrom('audit_batch').select(['count']).orderBy('number').execute(),
  );
  expect(batches.reduce((sum, { count }) => sum + count, 0)).toBe(100);
  // Each batch takes at least this long, and a hundred would take half a minute.
  expect(batches.length).toBeLessThan(15);
});
