import { join } from 'node:path';

import { verifyChain } from '@interpose/aos/audit';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';

import { freshDatabase } from '../../test/fresh-database.ts';
import { retentionStage, stepAt } from '../../test/retention-stage.ts';
import { Anchors, anchorsOf } from './anchors.ts';
import { readChain, readKeys } from './read-chain.ts';
import { previewRetention, writeRetention } from './retention-of-tenant.ts';
import { DAY_MS } from '../storage/day-ms.ts';

const database = await freshDatabase();
afterAll(() => database?.drop());

test('days that are too old go whole, and the chain and its anchors hold without them', async () => {
  const { storage, recorder, retention, folder: place } = await retentionStage(database?.url);
  const now = Date.now();
  // One segment over three days: dropping one day must not drop another one.
  for (const [index, days] of [100, 100, 89, 0].entries())
    recorder.record('default', stepAt(now - days * DAY_MS, `step${index}`), '');
  await recorder.stored();
  const file = join(place, 'anchors.jsonl');
  const anchors = new Anchors(storage, file, () => undefined);
  await anchors.write();
  await anchors.stop();
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
});

test('a tenant that keeps less loses only its own, payloads before decisions, and its chain holds', async () => {
  const second = await freshDatabase();
  onTestFinished(() => second?.drop());
  const { storage, keys, recorder, retention } = await retentionStage(second?.url);
  await keys.make('short', 'short');
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
});

test('a clock that jumps ahead drops nothing that a steady one would keep', async () => {
  const third = await freshDatabase();
  onTestFinished(() => third?.drop());
  const { storage, recorder, retention } = await retentionStage(third?.url);
  recorder.record('default', stepAt(Date.now() - 5 * DAY_MS, 'kept'), '{"a":1}');
  await recorder.stored();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 365 * DAY_MS });
  onTestFinished(() => void vi.useRealTimers());
  expect(await retention.drop()).toEqual([]);
  const left = await storage.within('default', (work) =>
    work.selectFrom('step').select('id').execute(),
  );
  expect(left).toEqual([{ id: 'kept' }]);
});
