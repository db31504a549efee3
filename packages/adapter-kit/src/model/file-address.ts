import type { FilePart } from '@interpose/core';

const DATA = /^\s*data:([^;,]*)((?:;[^,;]*)*?)(;\s*base64)?,(.*)$/is;

/** A parameter that names another encoding of letters than the one in which everybody reads a text. */
const OTHER_LETTERS = /;\s*charset\s*=(?!\s*"?(?:utf-?8|us-ascii)"?\s*(?:;|$))/i;

/**
 * Returns the file at an address. A file in a `data:` address says its own media type; `mediaType` stands for any other.
 * The file keeps an address whose content is text, or base64 that is escaped or of another encoding than UTF-8, or that
 * tells no type: by itself such content would be taken for something else.
 *
 * @example
 * fileAt('data:text/plain;base64,SGk=', 'image/*'); // => { type: 'file', mediaType: 'text/plain', data: 'SGk=' }
 * fileAt('https://example.com/cat', 'image/*'); // => { type: 'file', mediaType: 'image/*', url: 'https://example.com/cat' }
 */
export function fileAt(address: string, mediaType: string): FilePart {
  const [, type, given = '', isBase64, data = ''] = DATA.exec(address) ?? [];
  const file = { type: 'file', mediaType: type || mediaType } as const;
  const isPlain =
    isBase64 !== undefined && type !== '' && !data.includes('%') && !OTHER_LETTERS.test(given);
  return isPlain ? { ...file, data } : { ...file, url: address };
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
