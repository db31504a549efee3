import type { FilePart, Part } from '@interpose/core';

/** Where the bytes of a file are: the contract holds base64 or an address. */
type FileData = Pick<FilePart, 'data' | 'url'>;

const ADDRESS = /^(?:https?|data):/;

/**
 * Reads file data of any generation: bytes, base64, an address, or since v4 one of these in a tagged object.
 * A reference that only the provider can resolve gives neither data nor url.
 */
function readFileData(native: unknown): FileData {
  if (typeof native === 'string') return ADDRESS.test(native) ? { url: native } : { data: native };
  if (native instanceof URL) return { url: native.href };
  if (native instanceof Uint8Array) return { data: toBase64(native) };
  if (typeof native !== 'object' || native === null) return {};
  if ('data' in native) return readFileData(native.data);
  if ('url' in native) return readFileData(native.url);
  if ('text' in native && typeof native.text === 'string') {
    return { data: toBase64(new TextEncoder().encode(native.text)) };
  }
  return {};
}

/** A file by value or by address; one that only the provider can resolve is the host's own business. */
export function filePart(native: {
  readonly mediaType: string;
  readonly data: unknown;
  readonly filename?: string | undefined;
}): Part {
  const { mediaType, filename: name } = native;
  const content = readFileData(native.data);
  if (content.data === undefined && content.url === undefined)
    return { type: 'other', kind: 'file' };
  const part: FilePart = { type: 'file', mediaType, ...content };
  return name === undefined ? part : { ...part, name };
}

/** Writes file data as a prompt of this generation expects it. */
export function writeFileData(file: FileData, tagged: boolean): unknown {
  if (file.data !== undefined) return tagged ? { type: 'data', data: file.data } : file.data;
  const url = new URL(file.url ?? 'data:,');
  return tagged ? { type: 'url', url } : url;
}

const CHUNK = 0x8000;

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  }
  return btoa(text);
}
