import type { FilePart } from '@interpose/core';

import { mapScalars } from './map-scalars.ts';
import type { Change } from './scalar.ts';

const READABLE =
  /^(?:text|message)\/|^application\/(?:x-)?(?:json5?|jsonl|jsonlines|ndjson|xml|yaml|toml|csv|sql|sh|javascript|typescript|ecmascript|graphql|www-form-urlencoded|pem-file|python|php|rtf)\b|\+(?:json|xml|yaml)\b/i;

/**
 * Maps the name of a file and, for text files, the content, also where a `data:` address holds it. Pictures, other
 * binary files and content behind other addresses stay unchanged.
 *
 * @example
 * mapFile({ type: 'file', mediaType: 'text/plain', data: 'YQ==' }, () => 'b'); // data: 'Yg=='
 */
export function mapFile(file: FilePart, change: Change): FilePart {
  const name = mapScalars(file.name, change);
  const isText = file.data !== undefined && READABLE.test(file.mediaType);
  const data = isText ? mapData(file.data, change) : file.data;
  const url = file.url === undefined ? undefined : mapAddress(file.url, file.mediaType, change);
  if (name === file.name && data === file.data && url === file.url) return file;
  return {
    ...file,
    ...(file.name !== undefined && { name: String(name) }),
    ...(data !== undefined && { data }),
    ...(url !== undefined && { url }),
  };
}

/** Maps the text in a `data:` address, whose own media type may differ from that of the file. */
function mapAddress(url: string, mediaType: string, change: Change): string {
  const comma = url.indexOf(',');
  if (comma < 0 || !/^\s*data:/i.test(url)) return url;
  const head = url.slice(url.indexOf(':') + 1, comma).trim();
  const end = head.lastIndexOf(';');
  const isBase64 =
    end >= 0 &&
    head
      .slice(end + 1)
      .trim()
      .toLowerCase() === 'base64';
  const type = isBase64 ? head.slice(0, end) : head;
  // An address that tells no type holds text (RFC 2397).
  const isText = type === '' || type.startsWith(';') || READABLE.test(type);
  if (!isText && !READABLE.test(mediaType)) return url;
  const body = decodeURIComponent(url.slice(comma + 1));
  const data = isBase64 ? body : btoa(toBinary(new TextEncoder().encode(body)));
  const mapped = mapData(data, change);
  return mapped === data ? url : `data:${type};base64,${mapped}`;
}

function mapData(data: string, change: Change): string {
  const text = new TextDecoder().decode(Uint8Array.from(atob(data), (unit) => unit.charCodeAt(0)));
  const mapped = String(mapScalars(text, change));
  return mapped === text ? data : btoa(toBinary(new TextEncoder().encode(mapped)));
}

function toBinary(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return binary;
}
