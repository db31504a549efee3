import { isRecord } from '../../scripted-model/request/is-record.ts';
import type { Irregularities } from './irregularities.ts';

/**
 * Returns the text of a message. Parts may hold it under `text` or `content`; parts without text are written as JSON,
 * so that no content of a recording is lost.
 */
export function readContent(content: unknown, irregular: Irregularities): string {
  const text = Array.isArray(content)
    ? readParts(content, irregular)
    : readValue(content, irregular);
  if (!text.isWellFormed()) irregular.note('lone_surrogate');
  return text;
}

function readParts(parts: readonly unknown[], irregular: Irregularities): string {
  irregular.note('content_in_parts');
  return parts.map((part) => readValue(textOf(part), irregular)).join('');
}

function textOf(part: unknown): unknown {
  if (!isRecord(part)) return part;
  return (
    ['text', 'content', 'refusal']
      .map((key) => part[key])
      .find((value) => typeof value === 'string') ?? part
  );
}

function readValue(value: unknown, irregular: Irregularities): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  irregular.note('content_not_text');
  return JSON.stringify(value);
}
