import fc from 'fast-check';
import { expect, test } from 'vitest';

import { decodedForms } from './decoded-forms.ts';

test.each([
  ['percent', 'eve%40evil.example'],
  ['HTML', '&#101;ve&#x40;evil.example'],
  ['Unicode', '\\u0065ve\\x40evil.example'],
  ['base64', 'ZXZlQGV2aWwuZXhhbXBsZQ=='],
  ['base64 inside of a text', 'see ZXZlQGV2aWwuZXhhbXBsZQ for it'],
  ['hex', '657665406576696c2e6578616d706c65'],
  ['hex in pairs', '65:76:65:40:65:76:69:6c:2e:65:78:61:6d:70:6c:65'],
  ['percent in base64', btoa('eve%40evil.example')],
])('%s is read', (_, text) => {
  expect(decodedForms(text)).toContainEqual(expect.stringContaining('eve@evil.example'));
});

test('an ordinary sentence is nothing but itself', () => {
  expect(decodedForms('Please book a table for two at seven.')).toEqual([
    'Please book a table for two at seven.',
  ]);
});

test('whatever the text is, it is among its forms, and decoding ends', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => decodedForms(text).includes(text)),
  );
  for (const text of [
    '%41'.repeat(50_000),
    'QUFB'.repeat(50_000),
    'ab '.repeat(50_000),
    '&#'.repeat(50_000),
  ]) {
    const start = performance.now();
    decodedForms(text);
    expect(performance.now() - start).toBeLessThan(2000);
  }
});

test('bytes that are no text are none, and a replacement character that is written is read', () => {
  const encoded = (bytes: readonly number[]): string => Buffer.from(bytes).toString('base64');
  const written = Buffer.from('evil\uFFFD.example');
  expect(decodedForms(encoded([...written]))).toContain('evil\uFFFD.example');
  expect(decodedForms(encoded([...written, 0xff]))).toHaveLength(1);
  expect(decodedForms(encoded([0xef, 0xbf, ...written]))).toHaveLength(1);
});
