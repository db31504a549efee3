import { expect, test } from 'vitest';
import { citationsOf } from './citations.ts';

test('sites are known by their address, documents by their id', () => {
  const parts = [
    { type: 'text', text: 'As the list says.' },
    { type: 'source', sourceType: 'url', id: '1', url: 'https://shop.example', title: 'Shop' },
    { type: 'source', sourceType: 'document', id: '2', mediaType: 'a/b', filename: 'orders.pdf' },
  ];
  expect(citationsOf(parts)).toEqual({
    citations: [
      { url: 'https://shop.example', title: 'Shop' },
      { id: '2', title: 'orders.pdf' },
    ],
  });
  expect(citationsOf([{ type: 'text', text: 'x' }])).toEqual({});
});

test('the title and the file name of a document are both told', () => {
  const named = { type: 'source', sourceType: 'document', id: '2', mediaType: 'a/b' };
  expect(citationsOf([{ ...named, title: 'Orders', filename: 'orders.pdf' }])).toEqual({
    citations: [
      { id: '2', title: 'Orders' },
      { id: '2', title: 'orders.pdf' },
    ],
  });
  expect(citationsOf([{ ...named, title: 'a.pdf', filename: 'a.pdf' }])).toEqual({
    citations: [{ id: '2', title: 'a.pdf' }],
  });
});
