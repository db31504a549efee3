import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { afterAll, describe, expect, test } from 'vitest';

import { matchSpans } from '../spans/match-spans.ts';
import { qualityOf } from '../spans/quality-of.ts';
import { readLabelledTexts } from '../spans/read-labelled-texts.ts';
import { evalPii } from './eval-pii.ts';

const folder = mkdtempSync(join(tmpdir(), 'interpose-pii-'));
afterAll(() => rmSync(folder, { recursive: true }));

const mail = 'Write to ann@mail.example.com';
const rows = [
  {
    text: mail,
    spans: [{ type: 'EMAIL_ADDRESS', value: 'ann@mail.example.com', start: 9, end: 29 }],
  },
  { text: 'Ann called', spans: [{ type: 'PERSON', value: 'Ann', start: 0, end: 3 }] },
  { text: 'from 192.168.17.4', spans: [] },
];

function written(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const lines = rows.map((row) => JSON.stringify(row)).join('\n');

test('tells quality by type, also of types that nothing looks for, and pools the checkable ones', async () => {
  const report = await evalPii(written('texts.jsonl', lines));
  expect(report).toEqual({
    types: {
      EMAIL_ADDRESS: { precision: 1, recall: 1, f2: 1, support: 1 },
      IP_ADDRESS: { precision: 0, recall: 0, f2: 0, support: 0 },
      PERSON: { precision: 0, recall: 0, f2: 0, support: 1 },
    },
    checkable: { precision: 0.5, recall: 1, f2: 5 / 6 },
    megabytesPerSecond: expect.any(Number) as number,
    badRows: [],
  });
});

test('measures texts of no length, and rows that are no texts at all, without counting forever', async () => {
  const empty = written('empty-text.jsonl', '{"text":"","spans":[]}\nno row');
  expect(await evalPii(empty)).toMatchObject({ types: {}, megabytesPerSecond: 0 });
});

describe('texts are read', () => {
  test.each([
    ['lines.jsonl', lines],
    ['packed.jsonl.gz', gzipSync(lines)],
    ['list.json', JSON.stringify(rows)],
    ['windows.jsonl', `\ufeff${lines.replaceAll('\n', '\r\n')}\r\n\r\n`],
    ['written-out.json', JSON.stringify(rows, null, 2).replaceAll('\n', '\r\n')],
  ])('from %s', (name, content) => {
    const { texts, badRows } = readLabelledTexts(written(name, content));
    expect(texts).toHaveLength(3);
    expect(badRows).toEqual([]);
  });

  test('from one row over several lines', () => {
    const file = written('one.json', JSON.stringify(rows[0], null, 2));
    expect(readLabelledTexts(file).texts).toHaveLength(1);
  });

  test('by the names that Presidio gives, and with offsets that count characters', () => {
    const row = {
      full_text: '😀 ann@mail.example.com',
      spans: [
        {
          entity_type: 'EMAIL_ADDRESS',
          entity_value: 'ann@mail.example.com',
          start_position: 2,
          end_position: 22,
        },
      ],
    };
    const { texts } = readLabelledTexts(written('presidio.json', JSON.stringify([row])));
    expect(texts[0]?.spans).toEqual([{ type: 'EMAIL_ADDRESS', start: 3, end: 23 }]);
  });

  test('and rows that are none are told with their place, beside the others', () => {
    const odd = ['{', '{"spans":[]}', '{"text":"a"}', '{"text":"a","spans":[{"start":0}]}', 'null'];
    const file = written('odd.jsonl', [lines, ...odd].join('\n'));
    const { texts, badRows } = readLabelledTexts(file);
    expect(texts).toHaveLength(3);
    expect(badRows).toEqual([
      { file, line: 4, reason: 'it is not JSON' },
      { file, line: 5, reason: 'it has no text with spans' },
      { file, line: 6, reason: 'it has no text with spans' },
      { file, line: 7, reason: 'it has a span without type, start or end' },
      { file, line: 8, reason: 'it has no text with spans' },
    ]);
    const list = written('odd.json', '[{"text":"a","spans":[]},7]');
    expect(readLabelledTexts(list).badRows).toEqual([
      { file: list, line: 1, reason: 'element 2 has no text with spans' },
    ]);
  });

  test.each([
    ['bytes', 'bytes.jsonl', Uint8Array.from([0x7b, 0x1b, 0xff, 0x00])],
    ['half a gzip', 'half.jsonl.gz', gzipSync(lines).subarray(0, 30)],
  ])('and %s are one bad row', (_, name, content) => {
    expect(readLabelledTexts(written(name, content))).toMatchObject({
      texts: [],
      badRows: [{ line: 1 }],
    });
  });

  test.each(['', '\n \r\n', '[]'])('and a file that holds nothing is refused: %j', (content) => {
    expect(() => readLabelledTexts(written('nothing.jsonl', content))).toThrow(
      /^\[data_not_found\] .* holds no row; .*presidio-research/,
    );
  });

  test('and a file that is not there is named, with where such texts come from', () => {
    expect(() => readLabelledTexts('/nowhere/texts.jsonl')).toThrow(
      /^\[data_not_found\] \/nowhere.*presidio-research/,
    );
  });
});

describe('a found span counts', () => {
  const label = { type: 'X', start: 10, end: 20 };

  test.each([
    ['as it is', [{ type: 'X', start: 10, end: 20 }], 1],
    ['with more than half in common', [{ type: 'X', start: 10, end: 16 }], 1],
    ['not with half in common', [{ type: 'X', start: 10, end: 15 }], 0],
    ['not when it is twice too long', [{ type: 'X', start: 0, end: 20 }], 0],
    [
      'once',
      [
        { type: 'X', start: 10, end: 20 },
        { type: 'X', start: 11, end: 20 },
      ],
      1,
    ],
  ])('%s', (_, found, hits) => {
    expect(matchSpans(found, [label])).toEqual({ hits, found: found.length, labelled: 1 });
  });

  test('and recall weighs more than precision', () => {
    expect(qualityOf({ hits: 5, found: 10, labelled: 5 }).f2).toBeGreaterThan(
      qualityOf({ hits: 5, found: 5, labelled: 10 }).f2,
    );
  });
});
