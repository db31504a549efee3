import type { Dict, Part } from '@interpose/core';

import { dictAt, isDict, stringAt } from '../wire/is-dict.ts';
import { present } from './codec.ts';
import { decoded, encoded, matchOriginals } from './originals.ts';

const CARRIED: ReadonlySet<string> = new Set(['reasoning', 'tool-call', 'tool-result', 'other']);

/** Writes a part for AOS. A part of another kind is sent as data that names its kind. */
function encodePart(part: Part): unknown {
  return encoded(part, (value) => {
    if (value.type === 'text') return { kind: 'text', text: value.text };
    if (value.type === 'file') return { kind: 'file', file: encodeFile(value) };
    if (value.type !== 'data') return carried(value.type, { ...value });
    const { data } = value;
    return typeof data === 'object' && data !== null
      ? { kind: 'data', data }
      : carried('data', { data: data ?? null });
  });
}

/**
 * Writes parts for AOS. A message needs at least one part, so an empty one gets a part that says so. A part that equals
 * one of `before` is sent as that one came, with fields that the contract does not have.
 */
export function encodeParts(parts: readonly Part[], before?: unknown): readonly unknown[] {
  if (parts.length === 0) return [NO_PART];
  const encode = (part: unknown): unknown => encodePart(part as Part); // the list has only parts
  return before === undefined
    ? parts.map(encodePart)
    : matchOriginals(parts, partsIn(before), decodePart, encode);
}

const NO_PART = { kind: 'text', text: '', metadata: { interpose: 'none' } };

/** Reads the parts of the contract; unknown ones become data. */
export function decodeParts(wire: unknown): readonly Part[] {
  return partsIn(wire).map(decodePart);
}

/** Reads the parts of a list; unchanged ones are the original objects. */
export function takeParts(wire: unknown, originals: readonly Part[]): readonly Part[] {
  return matchOriginals(partsIn(wire), originals, encodePart, decodePart);
}

function partsIn(wire: unknown): readonly unknown[] {
  const parts: readonly unknown[] = Array.isArray(wire) ? wire : [];
  return parts.filter((part) => markOf(part) !== 'none');
}

function decodePart(wire: unknown): Part {
  return decoded(wire, readPart(isDict(wire) ? wire : {}));
}

function markOf(wire: unknown): string | undefined {
  return isDict(wire) ? stringAt(dictAt(wire, 'metadata'), 'interpose') : undefined;
}

function carried(type: string, data: Dict): Dict {
  return { kind: 'data', data, metadata: { interpose: type } };
}

function encodeFile({ data, url, mediaType, name }: Extract<Part, { type: 'file' }>): Dict {
  const place = data === undefined ? { uri: url ?? '' } : { bytes: data, uri: url };
  return present({ ...place, mimeType: mediaType, name });
}

function readPart(wire: Dict): Part {
  if (wire['kind'] === 'text') return { type: 'text', text: stringAt(wire, 'text') ?? '' };
  if (wire['kind'] === 'file') return readFile(dictAt(wire, 'file'));
  const { data } = wire;
  const type = markOf(wire);
  if (type === 'data' && isDict(data)) return { type: 'data', data: data['data'] };
  return type !== undefined && CARRIED.has(type) && isDict(data)
    ? ({ ...data, type } as Part)
    : { type: 'data', data };
}

function readFile(file: Dict): Part {
  const name = stringAt(file, 'name');
  const data = stringAt(file, 'bytes');
  const url = stringAt(file, 'uri') || undefined;
  return {
    type: 'file',
    mediaType: stringAt(file, 'mimeType') ?? 'application/octet-stream',
    ...(name === undefined ? {} : { name }),
    ...(data === undefined ? {} : { data }),
    ...(url === undefined ? {} : { url }),
  };
}
