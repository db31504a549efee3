import { expect, test } from 'vitest';

import { readFeatureRows } from './read-feature-rows.ts';

const GOOD = { row: 1, capability: 'c', holds: true, tests: [{ behaviour: 'C001' }] };

test('rows are read as they are', () => {
  const rows = [
    GOOD,
    { ...GOOD, holds: false, because: 'later', tests: [{ file: 'a.test.ts', name: 'a' }] },
  ];
  expect(readFeatureRows(JSON.stringify(rows))).toEqual(rows);
});

test.each<[string, object]>([
  ['that hold and say what is still to come', { because: 'later' }],
  ['that do not hold and give no reason', { holds: false }],
  ['that do not hold for an empty reason', { holds: false, because: ' ' }],
  ['without a capability', { capability: '' }],
  ['without tests', { tests: undefined }],
  ['with a proof that is a text', { tests: ['C001'] }],
  ['with a proof of both kinds', { tests: [{ behaviour: 'C001', file: 'a', name: 'a' }] }],
  ['with a proof without a title', { tests: [{ file: 'a.test.ts' }] }],
  ['with a number that is none', { row: '1' }],
  ['with a key nobody knows', { note: 'x' }],
])('rows %s are refused', (_, change) => {
  expect(() => readFeatureRows(JSON.stringify([{ ...GOOD, ...change }]))).toThrow(
    '[feature_unreadable]',
  );
});

test('what is no list is refused', () => {
  expect(() => readFeatureRows('{}')).toThrow('[feature_unreadable]');
});
