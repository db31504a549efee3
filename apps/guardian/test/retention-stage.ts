import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished } from 'vitest';

import { Retention } from '../src/audit/retention.ts';
import { publishKey, signingKey } from '../src/audit/signing-key.ts';
import { readConfig } from '../src/config/read-config.ts';
import { Recorder } from '../src/storing/recorder.ts';
import { writeStep } from '../src/decisions/step-row.ts';
import { TenantKeys } from '../src/decisions/tenant-keys.ts';
import { openStorage, type Storage } from '../src/storage/open-storage.ts';

/** A decision of that time as it is stored. */
export function stepAt(at: number, id: string, tenant = 'default', sessionId = 's'): string {
  const place = { tenant, id, policies: '', source: 'asked' } as const;
  const ids = { id, seq: 1, sessionId, chatId: 'c', agent: { id: 'a' } };
  const said = { decision: 'allow', by: [], codes: [], changed: false, hooks: 1 } as const;
  return writeStep({ event: 'preToolCall', ...ids, ...said, at, mode: 'enforce', ms: 1 }, place);
}

function report(problem: string): never {
  expect.fail(problem);
}

/** What a guardian stores with, on a database of its own. */
export async function retentionStage(url: string | undefined): Promise<RetentionStage> {
  const folder = mkdtempSync(join(tmpdir(), 'interpose-retention-'));
  const settings = url === undefined ? {} : { databaseUrl: url };
  const config = readConfig({}, { folder, ...settings });
  const storage = await openStorage(config);
  const keys = new TenantKeys(storage);
  await keys.load();
  const key = signingKey(config.folder);
  await publishKey(storage, key);
  const { spoolBytes, flushMs } = config;
  const told = { folder: config.folder, spoolBytes, flushMs, key, report };
  const recorder = new Recorder(storage, told);
  onTestFinished(async () => {
    await recorder.close(1000);
    await storage.close();
    rmSync(folder, { recursive: true });
  });
  const retention = new Retention(storage, 90);
  await retention.stop();
  return { storage, keys, recorder, retention, folder };
}

/** The parts of it. */
export interface RetentionStage {
  readonly storage: Storage;
  readonly keys: TenantKeys;
  readonly recorder: Recorder;
  readonly retention: Retention;
  readonly folder: string;
}
