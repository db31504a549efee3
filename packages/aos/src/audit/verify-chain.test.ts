import { generateKeyPairSync } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { closeBatch, leafOf, type AuditBatch } from './chain.ts';
import { verifyChain } from './verify-chain.ts';

const pair = generateKeyPairSync('ed25519');
const pem = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const keys = new Map([['k', pem]]);

const DAY_MS = 86_400_000;

function chainOf(...counts: readonly number[]): AuditBatch[] {
  let after: AuditBatch['head'] | undefined;
  return counts.map((count, batch) => {
    const records = Array.from({ length: count }, (_, index) => JSON.stringify({ batch, index }));
    const closed = closeBatch(records, {
      after,
      closedAt: batch,
      firstAt: batch * DAY_MS,
      keyId: 'k',
      key: pair.privateKey,
    });
    after = closed.head;
    return closed;
  });
}

function withRecords(
  batches: readonly AuditBatch[],
  at: number,
  change: (records: string[]) => void,
): AuditBatch[] {
  return batches.map((batch, index) => {
    if (index !== at) return batch;
    const records = [...(batch.records ?? [])];
    change(records);
    return { ...batch, records };
  });
}

test.each([[[1]], [[5, 3, 7]], [[1000]], [[2, 1, 1]]])(
  'a chain of batches of %j holds',
  async (counts) => {
    const checked = counts.reduce((sum, count) => sum + count, 0);
    expect(await verifyChain(chainOf(...counts), keys)).toEqual({ checked, retired: 0, ok: true });
  },
);

describe('in the second batch of five', () => {
  test.each<[string, (records: string[]) => void, number, string]>([
    ['a changed record', (records) => void (records[2] = '{"batch":9}'), 2, 'changed'],
    ['a dropped record', (records) => void records.splice(1, 1), 1, 'dropped'],
    ['the last record dropped', (records) => void records.pop(), 4, 'dropped'],
    ['an inserted record', (records) => void records.splice(3, 0, '{"new":1}'), 3, 'inserted'],
    ['a record added at the end', (records) => void records.push('{"new":1}'), 5, 'inserted'],
    [
      'two that changed places',
      (records) => void records.splice(1, 2, records[2]!, records[1]!),
      1,
      'moved',
    ],
    ['all dropped', (records) => void records.splice(0), 0, 'dropped'],
  ])('%s is named', async (_, change, index, kind) => {
    const found = await verifyChain(withRecords(chainOf(5, 5, 5), 1, change), keys);
    expect(found).toMatchObject({ ok: false, firstBroken: { batch: 2, index, kind } });
  });

  test('every single record is found wherever it changes', async () => {
    for (let index = 0; index < 5; index++) {
      const changed = withRecords(chainOf(5, 5, 5), 1, (records) => void (records[index] += ' '));
      expect((await verifyChain(changed, keys)).firstBroken).toEqual({
        batch: 2,
        index,
        kind: 'changed',
      });
    }
  });
});

describe('a chain whose batches were tampered with', () => {
  test.each<[string, (batches: AuditBatch[]) => void, object]>([
    ['one dropped', (batches) => void batches.splice(1, 1), { batch: 2, kind: 'dropped' }],
    [
      'one there twice',
      (batches) => void batches.splice(1, 0, batches[0]!),
      { batch: 1, kind: 'inserted' },
    ],
    [
      'the last put first',
      (batches) => void batches.push(...batches.splice(0, 2)),
      { batch: 1, kind: 'dropped' },
    ],
    [
      'leaves that were made to fit a changed record',
      (batches) => void (batches[1] = { ...batches[1]!, records: ['x'], leaves: [leafOf('x')] }),
      { batch: 2, kind: 'changed' },
    ],
    [
      'a time that was changed',
      (batches) =>
        void (batches[1] = { ...batches[1]!, head: { ...batches[1]!.head, closedAt: 99 } }),
      { batch: 2, kind: 'changed' },
    ],
  ])('%s', async (_, change, firstBroken) => {
    const batches = chainOf(2, 2, 2);
    change(batches);
    expect(await verifyChain(batches, keys)).toMatchObject({ ok: false, firstBroken });
  });

  test('a chain made anew holds under no key but that of who made it', async () => {
    const other = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' });
    const found = await verifyChain(chainOf(2), new Map([['k', other.toString()]]));
    expect(found).toMatchObject({ ok: false, firstBroken: { batch: 1, kind: 'changed' } });
  });

  test('an end that was cut off is found by an anchor', async () => {
    const batches = chainOf(2, 2, 2);
    const { number, hash } = batches[2]!.head;
    expect(await verifyChain(batches, keys, [{ number, hash }])).toMatchObject({ ok: true });
    const found = await verifyChain(batches.slice(0, 2), keys, [{ number, hash }]);
    expect(found).toMatchObject({ ok: false, firstBroken: { batch: 3, kind: 'dropped' } });
  });

  test('heads whose records retention dropped still hold the chain together', async () => {
    const [first, ...rest] = chainOf(2, 2);
    const batches = [{ ...first!, records: undefined }, ...rest];
    expect(await verifyChain(batches, keys)).toEqual({ checked: 2, retired: 1, ok: true });
  });

  test('records that are missing although an older day is kept were not dropped by retention', async () => {
    const [first, second, third] = chainOf(2, 2, 2);
    const found = await verifyChain([first!, { ...second!, records: undefined }, third!], keys);
    expect(found).toMatchObject({ ok: false, firstBroken: { batch: 2, kind: 'dropped' } });
  });

  test('a batch cannot be made to look older, so that it seems to be retired', async () => {
    const [first, second] = chainOf(2, 2);
    const older = { ...second!, head: { ...second!.head, firstAt: 0 }, records: undefined };
    const found = await verifyChain([first!, older], keys);
    expect(found).toMatchObject({ ok: false, firstBroken: { batch: 2, kind: 'changed' } });
  });
});
