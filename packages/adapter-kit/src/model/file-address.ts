import type { FilePart } from '@interpose/core';

const DATA = /^\s*data:([^;,]*)(?:;[^,;]*)*?(;\s*base64)?,(.*)$/is;

/**
 * Returns the file at an address. A file in a `data:` address says its own media type; `mediaType` stands for any other.
 * Text in such an address is no base64, so the file keeps the address.
 *
 * @example
 * fileAt('data:text/plain;base64,SGk=', 'image/*'); // => { type: 'file', mediaType: 'text/plain', data: 'SGk=' }
 * fileAt('https://example.com/cat', 'image/*'); // => { type: 'file', mediaType: 'image/*', url: 'https://example.com/cat' }
 */
export function fileAt(address: string, mediaType: string): FilePart {
  const [, type, isBase64, data = ''] = DATA.exec(address) ?? [];
  const file = { type: 'file', mediaType: type || mediaType } as const;
  return isBase64 === undefined ? { ...file, url: address } : { ...file, data };
}

/**
 * Returns the address of a file: its URL, or a `data:` address with its content.
 *
 * @example
 * addressOf({ type: 'file', mediaType: 'text/plain', data: 'SGk=' }); // => 'data:text/plain;base64,SGk='
 */
export function addressOf({ mediaType, data, url }: FilePart): string {
  return data === undefined ? (url ?? '') : `data:${mediaType};base64,${data}`;
}
