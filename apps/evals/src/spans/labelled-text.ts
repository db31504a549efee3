import type { Span } from '@interpose/policies/redact-personal';

/** A text and what is to be found in it; offsets in UTF-16 units. */
export interface LabelledText {
  readonly text: string;
  readonly spans: readonly Span[];
}

/**
 * Reads a row in this form, or as Presidio itself writes it: full_text, entity_type, start_position, end_position.
 * What is wrong with it otherwise, in words that follow its name.
 */
export function toLabelledText(row: unknown): LabelledText | string {
  const { text, full_text: fullText, spans } = (row ?? {}) as Readonly<Record<string, unknown>>;
  const read = text ?? fullText;
  if (typeof read !== 'string' || !Array.isArray(spans)) return 'has no text with spans';
  const labels = spans.map((span) => toSpan(span, read));
  if (!labels.every((label) => label !== undefined)) return 'has a span without type, start or end';
  return { text: read, spans: labels };
}

function toSpan(span: unknown, text: string): Span | undefined {
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
    return undefined;
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
