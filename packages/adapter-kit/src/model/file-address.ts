import type { FilePart } from '@interpose/core';

const DATA = /^data:([^;,]*)(?:;[^,]*)?,(.*)$/s;

/**
 * Returns the file at an address. A file in a `data:` address says its own media type; `mediaType` stands for any other.
 *
 * @example
 * fileAt('data:text/plain;base64,SGk=', 'image/*'); // => { type: 'file', mediaType: 'text/plain', data: 'SGk=' }
 * fileAt('https://example.com/cat', 'image/*'); // => { type: 'file', mediaType: 'image/*', url: 'https://example.com/cat' }
 */
export function fileAt(address: string, mediaType: string): FilePart {
  const [, type, data] = DATA.exec(address) ?? [];
  return data === undefined
    ? { type: 'file', mediaType, url: address }
    : { type: 'file', mediaType: type || mediaType, data };
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
