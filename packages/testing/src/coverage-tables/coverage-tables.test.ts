import type { CapabilityRow } from '@interpose/core/adapter';
import { expect, test } from 'vitest';

import { coverageTables } from './coverage-tables.ts';

/** Paths with different capabilities, so that none share a column. */
const rows: readonly CapabilityRow[] = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].flatMap(
  (path, index) => [
    { path, event: 'onChatStart', status: 'enforced', verbs: [] },
    { path, event: 'preRequest', status: 'enforced', verbs: ['deny'], note: `note ${index}` },
  ],
);

test('columns that do not fit a page stand in a second table, under letters that go on', () => {
  const lines = coverageTables(rows).split('\n');
  const headers = lines.filter((line) => line.startsWith('| event'));
  expect(headers.map((line) => line.match(/[A-Z]/g)?.join(''))).toEqual(['ABCDEF', 'GH']);
  expect(lines).toContain('- **G**: `g`');
});

test('the notes of both tables are numbered in one list', () => {
  const numbers = coverageTables(rows).matchAll(/^(\d+)\. note/gm);
  expect([...numbers].map(([, number]) => number)).toEqual('12345678'.split(''));
});
