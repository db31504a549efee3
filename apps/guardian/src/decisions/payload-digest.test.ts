import { createHmac } from 'node:crypto';

import type { Dict } from '@interpose/core';
import canonicalize from 'canonicalize';
import { expect, test } from 'vitest';

import { payloadDigest } from './payload-digest.ts';

const KEY = 'a'.repeat(64);

/** Computes the digest with the library and Node's own HMAC. */
function expected(payload: Dict, key: string): string {
  return createHmac('sha256', key)
    .update(canonicalize(payload) ?? '')
    .digest('hex');
}

const itself: Dict = { when: { toJSON: () => 'now' }, list: [{ toJSON: () => undefined }] };

test.each<readonly [string, Dict]>([
  ['nothing', {}],
  ['a call', { tool: { name: 'refund' }, call: { name: 'refund', id: '1', args: { b: 2, a: 1 } } }],
  ['keys that are numbers', { 10: 'ten', 9: 'nine', b: 1, a: 2 }],
  [
    'keys beyond letters',
    { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6 },
  ],
  ['numbers of every size', { all: [0, -0, 1e21, 1e-7, 0.1 + 0.2, 4.5, 2e-3, 1e30] }],
  ['texts that are escaped', { text: '\u0000 "\\\n\u2028 €', '"': true }],
  ['what is left out', { none: undefined, list: [undefined, null], inner: { none: undefined } }],
  ['what says itself what it is', itself],
  ['moments and maps', { at: new Date(0), map: new Map([[1, 2]]), bytes: new Uint8Array(2) }],
  ['what has no prototype', Object.assign(Object.create(null) as Dict, { b: 1, a: 2 })],
  ['lists of lists', { all: [[], [[]], [{}], {}] }],
])('the digest of %s is that of its canonical JSON', (_, payload) => {
  expect(payloadDigest(payload, KEY)).toBe(expected(payload, KEY));
});

test.each(['short', 'k'.repeat(64), 'k'.repeat(65), 'é'.repeat(50)])(
  'the digest under the key %s is an HMAC',
  (key) => {
    expect(payloadDigest({ cents: 1 }, key)).toBe(expected({ cents: 1 }, key));
  },
);

test.each<readonly [string, Dict]>([
  ['a number that is none', { a: Number.NaN }],
  ['half a character', { a: '\ud800' }],
  ['half a character in a name', { '\ud800': 1 }],
  ['a bigint', { a: 1n }],
])('%s has no digest', (_, payload) => {
  expect(payloadDigest(payload, KEY)).toBeUndefined();
});

test('what holds itself has no digest', () => {
  const loop: Record<string, unknown> = {};
  loop['loop'] = loop;
  expect(payloadDigest(loop, KEY)).toBeUndefined();
});
