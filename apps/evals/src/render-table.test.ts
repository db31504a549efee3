import { expect, test } from 'vitest';

import { renderTable } from './render-table.ts';

test('ends no line with blanks', () => {
  expect(renderTable(['type', 'support'], [['all', '']])).toEqual(['type  support', 'all']);
});

test('gives every column the width of its widest cell', () => {
  expect(
    renderTable(
      ['suite', 'kept'],
      [
        ['shopping', 12],
        ['all', 1200000],
      ],
    ),
  ).toEqual(['suite        kept', 'shopping       12', 'all       1200000']);
});
