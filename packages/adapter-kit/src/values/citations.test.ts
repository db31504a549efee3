import { expect, test } from 'vitest';
import { citationsOf } from './citations.ts';

test('sites and files are told in one form, whichever interface they come from', () => {
  const site = { url: 'https://shop.example', title: 'Shop' };
  const annotations = [
    { type: 'url_citation', ...site, start_index: 0, end_index: 2 },
    { type: 'url_citation', url_citation: { ...site, start_index: 0, end_index: 2 } },
    { type: 'file_citation', file_id: 'file_1', filename: 'orders.pdf', index: 0 },
  ];
  expect(citationsOf(annotations)).toEqual({
    citations: [site, site, { id: 'file_1', title: 'orders.pdf' }],
  });
});

test('what names no source is none', () => {
  expect(citationsOf([{ type: 'file_path' }, null, 'x', { url: 7 }])).toEqual({});
});
