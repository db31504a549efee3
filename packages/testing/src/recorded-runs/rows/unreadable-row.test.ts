import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRecordedRuns, type RecordedRow } from '../read-recorded-runs.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interpose-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(content: string | Uint8Array, name = 'rows'): Promise<RecordedRow[]> {
  const path = join(folder, name);
  await writeFile(path, content);
  const rows: RecordedRow[] = [];
  for await (const row of readRecordedRuns(path)) rows.push(row);
  return rows;
}

const told = (rows: readonly RecordedRow[]) =>
  rows.map((row) => (row.kind === 'run' ? [row.line, row.run.id] : [row.line, row.reason]));

const row = (trial: number, said = 'Hello') => ({
  trial,
  traj: [
    { role: 'user', content: said },
    { role: 'assistant', content: 'Hi.' },
  ],
});
const three = [row(1), row(2), row(3)];
const lines = three.map((one) => JSON.stringify(one)).join('\n');
const ids = ['trial 1', 'trial 2', 'trial 3'];

describe('readRecordedRuns goes on behind what it cannot read', () => {
  test.each([
    ['no JSON', 'oops', /^not JSON: /],
    ['bytes that would steer a terminal', '\u001b[2J\u0007\u009b', /^not JSON: [^\p{Cc}]+$/u],
    ['half a row', '{"trial":2,"traj":[', /^not JSON: /],
    ['another value', '42', /^the row is neither/],
    ['another shape', '{"trial":2}', /^the row has no list of messages/],
  ])('a line that is %s', async (_, broken, reason) => {
    const rows = await read([JSON.stringify(row(1)), broken, JSON.stringify(row(3))].join('\n'));
    expect(rows.map(({ kind }) => kind)).toEqual(['run', 'unreadable', 'run']);
    expect(rows[1]).toEqual({
      kind: 'unreadable',
      row: 2,
      line: 2,
      reason: expect.stringMatching(reason),
    });
  });

  test('a first line that is broken', async () => {
    const rows = await read(`{"trial":\n${lines}`);
    expect(rows.map(({ kind }) => kind)).toEqual(['unreadable', 'run', 'run', 'run']);
  });

  test.each([0, 1, 2])(
    'element %i of a list, whatever bracket or quote it lacks',
    async (broken) => {
      for (const [from, to] of [
        ['"}', '}'],
        ['}]', '}'],
        ['{"role"', '"role"'],
        ['"Hello"', '"Hello'],
      ] as const) {
        const elements = three.map((one, index) => {
          const text = JSON.stringify(one);
          return index === broken ? text.replace(from, to) : text;
        });
        const rows = await read(`[${elements.join(', ')}]`);
        expect(rows.filter(({ kind }) => kind === 'run')).toHaveLength(2);
        expect(rows[broken]).toMatchObject({ kind: 'unreadable', row: broken + 1 });
      }
    },
  );

  test('a list that is cut off inside an element, or behind one', async () => {
    const text = JSON.stringify(three, null, 2);
    const inside = await read(text.slice(0, -30));
    expect(inside.map(({ kind }) => kind)).toEqual(['run', 'run', 'unreadable']);
    expect(inside[2]).toMatchObject({ row: 3, line: 28 });
    const behind = await read(text.slice(0, -2));
    expect(behind.map(({ kind }) => kind)).toEqual(['run', 'run', 'run', 'unreadable']);
    expect(behind[3]).toMatchObject({ row: 4, reason: 'the list is not closed' });
  });

  test('a compressed file that is cut off or damaged', async () => {
    const noise = Array.from({ length: 4000 }, (_, index) => Math.sin(index)).join(' ');
    const packed = gzipSync(
      `${lines}\n${JSON.stringify(row(4, noise))}\n${JSON.stringify(row(5))}`,
    );
    const cut = await read(packed.subarray(0, packed.length - 5000));
    expect(told(cut.slice(0, 3))).toEqual(ids.map((id, index) => [index + 1, id]));
    expect(cut.slice(3)).toMatchObject([
      {
        kind: 'unreadable',
        row: 4,
        line: 4,
        reason: expect.stringMatching(/^the file cannot be read on: unexpected end of file/),
      },
    ]);
    const damaged = Buffer.from(packed).fill(0, packed.length - 9000, packed.length - 5000);
    expect((await read(damaged)).at(-1)).toMatchObject({
      kind: 'unreadable',
      reason: expect.stringContaining('cannot be read on'),
    });
    const withoutEnd = await read(packed.subarray(0, packed.length - 8));
    expect(withoutEnd.map(({ kind }) => kind)).toEqual([
      'run',
      'run',
      'run',
      'run',
      'run',
      'unreadable',
    ]);
  });

  test('never throws and never loses the rows around, whatever stands in one line', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string()), async (odd) => {
        const line = odd.replaceAll(/[\n\r]/g, ' ');
        const rows = await read(`${JSON.stringify(row(1))}\n${line}\n${JSON.stringify(row(3))}`);
        expect(rows[0]).toMatchObject({ kind: 'run', line: 1 });
        expect(rows.at(-1)).toMatchObject({ kind: 'run', line: 3 });
        expect(rows).toHaveLength(line.trim() === '' ? 2 : 3);
      }),
      { numRuns: 60 },
    );
  });
});
