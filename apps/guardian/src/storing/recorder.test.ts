import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import type { Storage } from '../storage/open-storage.ts';
import { Recorder } from './recorder.ts';

/** A database that is away. */
const AWAY: Storage = {
  within: () => Promise.reject(new Error('away')),
  asOwner: () => Promise.reject(new Error('away')),
  listen: () => Promise.resolve(),
  hears: true,
  kind: 'folder',
  close: () => Promise.resolve(),
};

/** Opens a recorder, with access to its spool. */
function openRecorder(spoolBytes: number): {
  readonly recorder: Recorder;
  readonly problems: readonly string[];
  readonly spooled: () => string;
} {
  const folder = mkdtempSync(join(tmpdir(), 'interpose-recorder-'));
  const key = { id: 'k', key: generateKeyPairSync('ed25519').privateKey, publicKey: '' };
  const problems: string[] = [];
  const report = (problem: string): void => void problems.push(problem);
  const recorder = new Recorder(AWAY, { folder, spoolBytes, flushMs: 60_000, key, report });
  onTestFinished(async () => {
    await recorder.close(0);
    rmSync(folder, { recursive: true });
  });
  const spool = join(folder, 'spool');
  const spooled = (): string =>
    readdirSync(spool)
      .map((name) => readFileSync(join(spool, name), 'utf8'))
      .join('');
  return { recorder, problems, spooled };
}

const RECORD = '{"at":1}';

test('what is decided at the same time is written at once, and nothing of it is answered before', async () => {
  const { recorder, spooled } = openRecorder(1e6);
  recorder.record('one', RECORD, '');
  recorder.record('two', RECORD, '{}');
  expect(spooled()).toBe('');
  await recorder.written();
  expect(spooled()).toBe(`one\t${RECORD}\t\ntwo\t${RECORD}\t{}\n`);
  expect([recorder.unwritten, recorder.written()]).toEqual([0, undefined]);
});

test('what finds no room is counted, also where others of the same time fill it', async () => {
  const { recorder, problems, spooled } = openRecorder(20);
  for (const tenant of ['one', 'two', 'three']) recorder.record(tenant, RECORD, '');
  await recorder.written();
  expect(spooled()).toBe(`one\t${RECORD}\t\ntwo\t${RECORD}\t\n`);
  expect(recorder.unwritten).toBe(1);
  expect(problems).toEqual([expect.stringContaining('[spool_full]')]);
});
