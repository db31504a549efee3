import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRecordedRuns, type RecordedRow } from './read-recorded-runs.ts';
import { splitLines } from './rows/split-lines.ts';

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

describe('readRecordedRuns tells the format by the content', () => {
  test.each([
    ['lines', lines, [1, 2, 3]],
    [
      'lines with a last line feed and blank lines',
      `\n${lines.replace('\n', '\n\n \n')}\r\n`,
      [2, 5, 6],
    ],
    ['a list on one line', JSON.stringify(three), [1, 1, 1]],
    ['a list over many lines', JSON.stringify(three, null, 2), [2, 15, 28]],
    ['a list behind a byte order mark', `\ufeff${JSON.stringify(three)}`, [1, 1, 1]],
  ])('as %s, packed or not', async (_, content, places) => {
    const expected = ids.map((id, index) => [places[index], id]);
    expect(told(await read(content, 'plain.gz'))).toEqual(expected);
    expect(told(await read(gzipSync(content), 'packed.txt'))).toEqual(expected);
  });

  test('as one object, or one list of messages', async () => {
    expect(told(await read(JSON.stringify(row(1), null, 2)))).toEqual([[1, 'trial 1']]);
    expect(told(await read(JSON.stringify(row(1).traj, null, 2)))).toEqual([[1, 'run']]);
    const twoLists = `${JSON.stringify(row(1).traj)}\n${JSON.stringify(row(2).traj)}`;
    expect(told(await read(twoLists))).toEqual([
      [1, 'run'],
      [2, 'run'],
    ]);
  });

  test('as nothing where there is nothing', async () => {
    expect(await read('')).toEqual([]);
    expect(await read(' \n\n')).toEqual([]);
    expect(await read('[]')).toEqual([]);
  });

  test('keeps the separators of Unicode inside a line', async () => {
    const rows = await read(JSON.stringify(row(1, 'a\u2028b\u2029c\u0085d')));
    expect(rows).toMatchObject([
      { kind: 'run', run: { chats: [{ user: ['a\u2028b\u2029c\u0085d'] }] } },
    ]);
  });

  test('reads the numbers that Python writes', async () => {
    const text = `{"score": NaN, "trial": -Infinity, "messages": [{"role": "user", "content": "NaN"}]}`;
    const rows = await read(text);
    expect(rows).toMatchObject([
      {
        run: {
          metadata: { score: null },
          chats: [{ user: ['NaN'] }],
          irregular: { number_not_json: 1 },
        },
      },
    ]);
  });

  test('takes a URL', async () => {
    const path = join(folder, 'by-url');
    await writeFile(path, lines);
    const first = await readRecordedRuns(pathToFileURL(path)).next();
    expect(first.value).toMatchObject({ kind: 'run', row: 1, line: 1 });
  });
});

describe('readRecordedRuns refuses', () => {
  test('a file that does not exist, and one that is no file', async () => {
    const absent = readRecordedRuns(join(folder, 'absent.jsonl')).next();
    await expect(absent).rejects.toThrow(
      /^\[recording_not_found\] .*absent\.jsonl does not exist; give the path/,
    );
    const directory = readRecordedRuns(folder).next();
    await expect(directory).rejects.toThrow(/^\[recording_unreadable\] /);
  });
});

test('a line that is too long is passed over, and the next one is read', async () => {
  async function* pieces(): AsyncGenerator<{ kind: 'text'; text: string }> {
    for (const text of ['{"a":', '1234', '5678', '90}\n{"b":1}', '\n', '123456789012'])
      yield { kind: 'text', text };
  }
  const rows: unknown[] = [];
  for await (const each of splitLines(pieces(), 10)) rows.push(each);
  const reason = 'the line is longer than 10 characters';
  expect(rows).toEqual([
    { kind: 'broken', reason, line: 1 },
    { kind: 'row', text: '{"b":1}', line: 2 },
    { kind: 'broken', reason, line: 3 },
  ]);
});
