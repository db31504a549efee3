import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import { InterposeError } from '@interpose/core';

import { listDataFiles, type WantedFiles } from '../list-data-files.ts';
import type { BadRow } from '../row-place.ts';
import { toLabelledText, type LabelledText } from './labelled-text.ts';

/** The texts, and the rows that are none. */
export interface LabelledTexts {
  readonly texts: readonly LabelledText[];
  readonly badRows: readonly BadRow[];
}

const wanted: WantedFiles = {
  matches: (name) => /\.jsonl?(?:\.gz)?$/.test(name),
  isDeep: true,
  kind: 'file of labelled texts (.json, .json.gz, .jsonl, .jsonl.gz)',
  source:
    'samples/secrets.jsonl is of this form, and texts from https://github.com/microsoft/presidio-research, folder data (MIT): rows { text, spans: [{ type, value, start, end }] }',
};

/**
 * The labelled texts of a file, or of every file below a folder: JSON lines, or a JSON list, also compressed by gzip.
 *
 * @throws InterposeError with code `data_not_found` where there is no row at all, naming the public source.
 */
export function readLabelledTexts(path: string): LabelledTexts {
  const rows = listDataFiles(path, wanted).flatMap(rowsIn);
  if (rows.length === 0)
    throw new InterposeError('data_not_found', `${path} holds no row`, wanted.source);
  return {
    texts: rows.filter((row): row is LabelledText => !('reason' in row)),
    badRows: rows.filter((row): row is BadRow => 'reason' in row),
  };
}

function rowsIn(file: string): readonly (LabelledText | BadRow)[] {
  const text = unpacked(file);
  if (text === undefined) return [{ file, line: 1, reason: 'it is no whole gzip' }];
  const whole = parsed(text);
  if (Array.isArray(whole)) {
    // A list has no lines of its own: the reason tells which element it is.
    return whole.map((value: unknown, index) => read(value, file, 1, `element ${index + 1} `));
  }
  if (whole !== undefined) return [read(whole, file, 1, 'it ')];
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const value = parsed(line);
    if (value === undefined) return [{ file, line: index + 1, reason: 'it is not JSON' }];
    return [read(value, file, index + 1, 'it ')];
  });
}

function read(value: unknown, file: string, line: number, which: string): LabelledText | BadRow {
  const text = toLabelledText(value);
  return typeof text === 'string' ? { file, line, reason: which + text } : text;
}

function unpacked(file: string): string | undefined {
  const bytes = readFileSync(file);
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  try {
    return new TextDecoder().decode(isPacked ? gunzipSync(bytes) : bytes);
  } catch {
    return undefined;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
