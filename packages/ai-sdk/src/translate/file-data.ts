import type { FilePart, Part } from '@interpose/core';
import type { SpecificationVersion } from './native.ts';

/** The content of a file as hooks see it: base64 data or an address. */
type FileData = Pick<FilePart, 'data' | 'url'>;

const ADDRESS = /^(?:https?|data):/;

/**
 * Reads file data of any generation: bytes, base64 or an address; since v4 also one of these in a tagged object. For a
 * reference that only the provider can resolve, returns neither data nor url.
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

/** Returns a file part with data or a URL; kind `other` for a file that only the provider can resolve. */
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

/** Returns file data in the form that a prompt of this generation needs. */
export function writeFileData(file: FileData, tagged: boolean): unknown {
  if (file.data !== undefined) return tagged ? { type: 'data', data: file.data } : file.data;
  const url = new URL(file.url ?? 'data:,');
  return tagged ? { type: 'url', url } : url;
}

/** Returns a part of a prompt or an answer as this generation writes it: since v4, the data of files is tagged. */
export function partOfGeneration<Native extends { readonly type: string }>(
  part: Native,
  version: SpecificationVersion,
): Native {
  if ((part.type !== 'file' && part.type !== 'reasoning-file') || !('data' in part)) return part;
  const file = readFileData(part.data);
  if (file.data === undefined && file.url === undefined) return part;
  return { ...part, data: writeFileData(file, version === 'v4') };
}

const CHUNK = 0x8000;

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  }
  return btoa(text);
}
