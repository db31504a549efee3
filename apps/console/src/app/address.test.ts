import { expect, test } from 'vitest';

import { parseSearch, stringifySearch } from './address.ts';
import { readFilters } from './session-filters.ts';

test('filters survive the way through the address', () => {
  const filters = { q: 'a & b=c', verb: ['deny', 'ask'], tool: ['refund'], last: '24h' };
  const text = stringifySearch(filters);
  expect(text).toBe('?q=a+%26+b%3Dc&verb=deny&verb=ask&tool=refund&last=24h');
  expect(readFilters(parseSearch(text))).toEqual(filters);
});

test('what is no filter is left out, and an empty address stays empty', () => {
  expect(readFilters(parseSearch('?q=&x=1&verb='))).toEqual({});
  expect(stringifySearch({ q: undefined, verb: [] })).toBe('');
});
