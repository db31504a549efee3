import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { verifyChain } from '@interpose/aos/audit';
import { afterAll, expect, test } from 'vitest';

import { freshDatabase } from '../../test/fresh-database.ts';
import { readConfig } from '../config/read-config.ts';
import { Recorder } from '../decisions/recorder.ts';
import { writeStep } from '../decisions/step-row.ts';
import { TenantKeys } from '../decisions/tenant-keys.ts';
import { openStorage } from '../storage/open-storage.ts';
import { Anchors, anchorsOf } from './anchors.ts';
import { readChain, readKeys } from './read-chain.ts';
import { previewRetention, writeRetention } from './retention-of-tenant.ts';
import { Retention } from './retention.ts';
import { publishKey, signingKey } from './signing-key.ts';

const database = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), 'interpose-retention-'));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database?.drop();
});

const DAY_MS = 86_400_000;

function stepAt(at: number, id: string, tenant = 'default'): string {
  const place = { tenant, id, policies: '', source: 'asked' } as const;
  const ids = { id, seq: 1, sessionId: 's', chatId: 'c', agent: { id: 'a' } };
  const said = { decision: 'allow', by: [], codes: [], changed: false, hooks: 1 } as const;
  return writeStep({ event: 'preToolCall', ...ids, ...said, at, mode: 'enforce', ms: 1 }, place);
}

test('days that are too old go whole, and the chain and its anchors hold without them', async () => {
  const settings = database === undefined ? {} : { databaseUrl: database.url };
  const config = readConfig({}, { folder, ...settings });
  const storage = await openStorage(config);
  await new TenantKeys(storage).load();
  const key = signingKey(config.folder);
  await publishKey(storage, key);
  const { spoolBytes, flushMs } = config;
  const report = (problem: string): never => expect.fail(problem);
  const recorder = new Recorder(storage, {
    folder: config.folder,
    spoolBytes,
    flushMs,
    key,
    report,
  });
  const now = Date.now();
  // One segment over three days: a day that is kept must not go with one that is not.
  for (const [index, days] of [100, 100, 89, 0].entries())
    recorder.record('default', stepAt(now - days * DAY_MS, `step${index}`), '');
  await recorder.stored();
  const file = join(config.folder, 'anchors.jsonl');
  const anchors = new Anchors(storage, file, () => undefined);
  await anchors.write();
  await anchors.stop();
  const retention = new Retention(storage, 90);
  await retention.stop();
  const dropped = await retention.drop(now);
  const day = new Date(now - 100 * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '_');
  expect(dropped).toEqual([`step_${day}`]);
  expect(await retention.drop(now)).toEqual([]);
  const told = anchorsOf(file, 'default');
  const chain = readChain(storage, 'default');
  expect(await verifyChain(chain, await readKeys(storage), told)).toEqual({
    checked: 2,
    retired: 1,
    ok: true,
  });
  const ids = await storage.within('default', (work) =>
    work.selectFrom('step').select('id').orderBy('id').execute(),
  );
  expect(ids).toEqual([{ id: 'step2' }, { id: 'step3' }]);
  await recorder.close(1000);
  await storage.close();
});

test('a tenant that keeps less loses only its own, payloads before decisions, and its chain holds', async () => {
  const second = await freshDatabase();
  const databaseUrl = second?.url;
  const own = {
    folder: join(folder, 'own'),
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  };
  const config = readConfig({}, own);
  const storage = await openStorage(config);
  const keys = new TenantKeys(storage);
  await keys.load();
  await keys.make('short', 'short');
  const key = signingKey(config.folder);
  await publishKey(storage, key);
  const { spoolBytes, flushMs } = config;
  const report = (problem: string): never => expect.fail(problem);
  const recorder = new Recorder(storage, {
    folder: config.folder,
    spoolBytes,
    flushMs,
    key,
    report,
  });
  const now = Date.now();
  for (const tenant of ['default', 'short', 'quiet'])
    for (const days of tenant === 'quiet' ? [40] : [40, 20, 5, 0]) {
      if (tenant === 'quiet') await keys.make('quiet', 'quiet');
      recorder.record(tenant, stepAt(now - days * DAY_MS, `${tenant}${days}`, tenant), '{"a":1}');
    }
  await recorder.stored();
  const kept = { payloadDays: 10, decisionDays: 30 };
  expect(await previewRetention(storage, 'short', kept, now)).toEqual({
    decisions: 1,
    payloads: 1,
    keptDecisions: 3,
  });
  for (const tenant of ['short', 'quiet']) await writeRetention(storage, tenant, kept);
  const retention = new Retention(storage, 90);
  await retention.stop();
  expect(await retention.drop(now)).toEqual([]);
  const left = await storage.within('*', (work) =>
    work.selectFrom('step').select(['id', 'payload']).orderBy('tenant').orderBy('at').execute(),
  );
  expect(left.map(({ id, payload }) => (payload === null ? `${id} bare` : id))).toEqual([
    'default40',
    'default20',
    'default5',
    'default0',
    'short20 bare',
    'short5',
    'short0',
  ]);
  for (const [tenant, checked, retired] of [
    ['default', 4, 0],
    ['short', 3, 1],
    ['quiet', 0, 1],
  ] as const)
    expect(
      await verifyChain(readChain(storage, tenant), await readKeys(storage), undefined),
    ).toEqual({ checked, retired, ok: true });
  await storage.asOwner((work) => work.deleteFrom('step').where('id', '=', 'short5').execute());
  const tampered = await verifyChain(
    readChain(storage, 'short'),
    await readKeys(storage),
    undefined,
  );
  expect(tampered).toMatchObject({ ok: false });
  await recorder.close(1000);
  await storage.close();
  await second?.drop();
});
