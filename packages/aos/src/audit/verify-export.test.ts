import { generateKeyPairSync, hash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { closeBatch, type AuditBatch } from './chain.ts';
import { verifyExport } from './verify-export.ts';

const folder = mkdtempSync(join(tmpdir(), 'interpose-export-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const other = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' });
const keyId = hash('sha256', pem).slice(0, 16);

function chainOf(count: number): readonly AuditBatch[] {
  const batches: AuditBatch[] = [];
  for (let at = 1; at <= count; at++)
    batches.push(
      closeBatch([`{"at":${at},"tenant":"a"}`, `{"at":${at}.5,"tenant":"a"}`], {
        after: batches.at(-1)?.head,
        closedAt: at,
        firstAt: at,
        keyId,
        key: privateKey,
      }),
    );
  return batches;
}

function written(name: string, lines: readonly (object | string)[]): string {
  const path = join(folder, name);
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  writeFileSync(path, texts.join('\n'));
  return path;
}

function linesOf(batches: readonly AuditBatch[]): (object | string)[] {
  return [
    { kind: 'keys', keys: { [keyId]: pem } },
    ...batches.flatMap(({ head, leaves, records }) => [
      { kind: 'batch', ...head, leaves, retired: false },
      // Other key order and spaces: the record is the same.
      ...(records ?? []).map((record) => {
        const { at, tenant } = JSON.parse(record) as { at: number; tenant: string };
        return `{"kind": "record", "record": {"tenant": "${tenant}", "at": ${at}}}`;
      }),
    ]),
  ];
}

const batches = chainOf(3);
const whole = written('whole.jsonl', linesOf(batches));
const holds = { checked: 6, retired: 0, ok: true };

test('an export holds with its own keys, and with a pinned key among others', async () => {
  expect(await verifyExport(whole)).toEqual(holds);
  const key = written('keys.pem', [`${other.toString()}${pem}`]);
  expect(await verifyExport(whole, { key })).toEqual(holds);
});

test('an export holds whose texts hold the separators of Unicode, on lines of any ending', async () => {
  const record = JSON.stringify({ reason: 'a\u2028b\u2029c\u0085d\u000be', tenant: 'a' });
  const times = { after: undefined, closedAt: 1, firstAt: 1 };
  const { head, leaves } = closeBatch([record], { ...times, keyId, key: privateKey });
  const path = written('separators.jsonl', [
    { kind: 'keys', keys: { [keyId]: pem } },
    `${JSON.stringify({ kind: 'batch', ...head, leaves, retired: false })}\r`,
    `{"kind":"record","record":${record}}\r\n`,
  ]);
  expect(await verifyExport(path)).toEqual({ checked: 1, retired: 0, ok: true });
});

test.each(['1e999', '"\\ud800"'])('a record that was changed to %s is named', async (value) => {
  const lines = linesOf(batches).with(3, `{"kind":"record","record":{"at":${value},"tenant":"a"}}`);
  expect(await verifyExport(written('no-json.jsonl', lines))).toMatchObject({
    firstBroken: { batch: 1, index: 1, kind: 'changed' },
  });
});

test('a record that is there twice is named as inserted', async () => {
  const lines = linesOf(batches);
  lines.splice(3, 0, lines[2]!);
  expect(await verifyExport(written('double.jsonl', lines))).toMatchObject({
    firstBroken: { batch: 1, index: 1, kind: 'inserted' },
  });
});

test('anchors without a head of the tenant are refused, since they show nothing', async () => {
  for (const lines of [[], [{ tenant: 'b', number: 3, hash: 'x' }], [{ publicKey: pem }]]) {
    const anchors = written('of-others.jsonl', lines);
    await expect(verifyExport(whole, { anchors })).rejects.toThrow(
      /\[export_invalid\] .*of-others\.jsonl holds no head of a,/,
    );
  }
});

test('an export that somebody else signed is broken under a pinned key', async () => {
  const key = written('other.pem', [other.toString()]);
  expect(await verifyExport(whole, { key })).toMatchObject({
    ok: false,
    firstBroken: { batch: 1, kind: 'changed' },
  });
});

test('an end that was cut off is found by the anchors of its own tenant', async () => {
  const cut = written('cut.jsonl', linesOf(batches.slice(0, 2)));
  const { number, hash: head } = batches[2]!.head;
  const anchors = written('anchors.jsonl', [
    { tenant: 'b', number: 9, hash: 'of another tenant' },
    { tenant: 'a', number, hash: head },
  ]);
  expect(await verifyExport(whole, { anchors })).toEqual(holds);
  expect(await verifyExport(cut)).toMatchObject({ ok: true, checked: 4 });
  expect(await verifyExport(cut, { anchors })).toMatchObject({
    ok: false,
    firstBroken: { batch: 3, kind: 'dropped' },
  });
});

const exchange = generateKeyPairSync('x25519').publicKey.export({ type: 'spki', format: 'pem' });

test.each([
  [
    'a key that cannot sign',
    written('exchange.jsonl', [{ kind: 'keys', keys: { [keyId]: exchange } }, ...linesOf(batches)]),
    /line 1 is no line of an export/,
  ],
  [
    'a line of something else',
    written('odd.jsonl', [{ kind: 'keys', keys: {} }, '{}']),
    /line 2 is no line of an export/,
  ],
  [
    'a record with a forged value beside the true one',
    written('twice.jsonl', [
      ...linesOf(batches).slice(0, 2),
      '{"kind":"record","record":{"at":99,"tenant":"a","at":1}}',
    ]),
    /line 3 is no line of an export/,
  ],
  ['no file', join(folder, 'absent.jsonl'), /\[file_unreadable\].*absent\.jsonl/],
])('%s is refused with its place', async (_, path, told) => {
  await expect(verifyExport(path)).rejects.toThrow(told);
});

test('a key that is none is refused', async () => {
  for (const text of ['hello', exchange.toString()]) {
    const key = written('none.pem', [text]);
    await expect(verifyExport(whole, { key })).rejects.toThrow(/\[file_unreadable\].*none\.pem/);
  }
});
