import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import type { Span } from '@interpose/policies/redact-personal';

/** A text and what is to be found in it; offsets in UTF-16 units. */
export interface LabelledText {
  readonly text: string;
  readonly spans: readonly Span[];
}

const READABLE = /\.jsonl?(?:\.gz)?$/;
const SOURCE =
  'samples/secrets.jsonl is of this form, and texts from github.com/microsoft/presidio-research, folder data: rows { text, spans: [{ type, value, start, end }] }';

/**
 * The labelled texts of a file, or of every file below a folder: JSON lines, or a JSON list, also compressed by gzip.
 *
 * @throws Error that names what is wrong and where the data comes from.
 */
export function readLabelledTexts(path: string): readonly LabelledText[] {
  if (!existsSync(path)) throw new Error(`there is no ${path}; ${SOURCE}`);
  const files = statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: 'utf8' })
        .filter((file) => READABLE.test(file))
        .toSorted()
        .map((file) => join(path, file))
    : [path];
  const texts = files.flatMap(textsIn);
  if (texts.length === 0) throw new Error(`no labelled texts in ${path}; ${SOURCE}`);
  return texts;
}

function textsIn(file: string): readonly LabelledText[] {
  const bytes = readFileSync(file);
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const content = (isPacked ? gunzipSync(bytes) : bytes).toString('utf8');
  return rowsOf(content, file).map((row, index) => toText(row, `${file}, row ${index + 1}`));
}

function rowsOf(content: string, file: string): readonly unknown[] {
  try {
    if (content.trimStart().startsWith('[')) return JSON.parse(content) as unknown[];
    return content
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line): unknown => JSON.parse(line));
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}`, { cause: error });
  }
}

/** Reads a row in this form, or as Presidio itself writes it: full_text, entity_type, start_position, end_position. */
function toText(row: unknown, place: string): LabelledText {
  const { text, full_text: fullText, spans } = (row ?? {}) as Readonly<Record<string, unknown>>;
  const read = text ?? fullText;
  if (typeof read !== 'string' || !Array.isArray(spans))
    throw new Error(`${place} has no text with spans; ${SOURCE}`);
  return { text: read, spans: spans.map((span) => toSpan(span, read, place)) };
}

function toSpan(span: unknown, text: string, place: string): Span {
  const {
    type,
    entity_type: entityType = type,
    start,
    start_position: first = start,
    end,
    end_position: last = end,
    value,
    entity_value: entityValue = value,
  } = (span ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof entityType !== 'string' || typeof first !== 'number' || typeof last !== 'number')
    throw new Error(`${place} has a span without type, start or end; ${SOURCE}`);
  return { type: entityType, ...inUnits(text, first, last, entityValue) };
}

/** Offsets that count characters, as other languages do, become offsets in UTF-16 units. */
function inUnits(
  text: string,
  start: number,
  end: number,
  value: unknown,
): { start: number; end: number } {
  if (typeof value !== 'string' || text.slice(start, end) === value) return { start, end };
  const characters = Array.from(text);
  if (characters.slice(start, end).join('') !== value) return { start, end };
  const first = characters.slice(0, start).join('').length;
  return { start: first, end: first + value.length };
}
