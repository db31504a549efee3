import type { FilePart } from '@interpose/core';

import { mapScalars } from './map-scalars.ts';
import type { Change } from './scalar.ts';

const READABLE =
  /^(?:text|message)\/|^application\/(?:x-)?(?:json5?|jsonl|jsonlines|ndjson|xml|yaml|toml|csv|sql|sh|javascript|typescript|ecmascript|graphql|www-form-urlencoded|pem-file|python|php|rtf)\b|\+(?:json|xml|yaml)\b/i;

/**
 * Maps the name of a file and, for text files, the content. Pictures, other binary files and content behind an address
 * stay unchanged.
 *
 * @example
 * mapFile({ type: 'file', mediaType: 'text/plain', data: 'YQ==' }, () => 'b'); // data: 'Yg=='
 */
export function mapFile(file: FilePart, change: Change): FilePart {
  const name = mapScalars(file.name, change);
  const data = READABLE.test(file.mediaType) ? mapData(file.data, change) : file.data;
  if (name === file.name && data === file.data) return file;
  return {
    ...file,
    ...(file.name !== undefined && { name: String(name) }),
    ...(data !== undefined && { data }),
  };
}

function mapData(data: string | undefined, change: Change): string | undefined {
  if (data === undefined) return data;
  const text = new TextDecoder().decode(Uint8Array.from(atob(data), (unit) => unit.charCodeAt(0)));
  const mapped = String(mapScalars(text, change));
  return mapped === text ? data : btoa(toBinary(new TextEncoder().encode(mapped)));
}

function toBinary(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return binary;
}
