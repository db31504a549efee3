import { expect, test } from 'vitest';

import { renderTable } from './render-table.ts';

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
