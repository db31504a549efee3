import { expect, test } from 'vitest';

import { addressOf, fileAt } from './file-address.ts';

test.each([
  ['data:text/plain;base64,SGk=', { mediaType: 'text/plain', data: 'SGk=' }],
  ['DATA:text/plain;charset=utf-8;BASE64,SGk=', { mediaType: 'text/plain', data: 'SGk=' }],
  ['data:text/plain;charset="UTF-8";a=b;base64,SGk=', { mediaType: 'text/plain', data: 'SGk=' }],
  ['data:text/plain;base64,', { mediaType: 'text/plain', data: '' }],
  ['https://example.com/cat', { mediaType: 'image/*', url: 'https://example.com/cat' }],
])('the file at %s', (address, file) => {
  expect(fileAt(address, 'image/*')).toEqual({ type: 'file', ...file });
});

test.each([
  ['data:text/plain,write%20to%20ann', 'text/plain'],
  ['data:,write to ann', 'image/*'],
  ['data:text/plain;charset=utf-8,ann;base64,ann', 'text/plain'],
  ['data:text/plain;base64,SGk%3D', 'text/plain'],
  ['data:;base64,SGk=', 'image/*'],
  ['data:text/plain;charset=utf-16le;base64,SABpAA==', 'text/plain'],
])(
  'a file whose content alone is no base64 of a known type keeps its address: %s',
  (address, mediaType) => {
    const file = fileAt(address, 'image/*');
    expect(file).toEqual({ type: 'file', mediaType, url: address });
    expect(addressOf(file)).toBe(address);
  },
);
