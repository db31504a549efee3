import { mapText, type Dict, type Part } from '@interpose/core';
import type { RE2JS } from 're2js';

import type { Span } from '../shared/redaction/redactor/detector.ts';
import { hideJoined } from '../shared/redaction/runs/hide-joined.ts';
import { mapRuns } from '../shared/redaction/runs/map-runs.ts';
import type { Change, Scalar } from '../shared/redaction/values/scalar.ts';
import { mapContent, type Spoken } from '../shared/values/map-content.ts';

/** Replaces matches in every text inside a value, and in every number and date in its written form. */
export function redactValue(value: unknown, pattern: RE2JS, substitute: string): unknown {
  return redactEach(value, replacing(pattern, substitute));
}

/** Replaces matches in the text parts of messages. */
export function redactTexts(value: Spoken, pattern: RE2JS, substitute: string): Spoken {
  const change = replacing(pattern, substitute);
  return mapContent(value, (content) => mapRuns(content, change, redactPart));
}

function redactPart(part: Part, change: Change): Part {
  return mapText(part, (text) => String(change(text)));
}

/** Returns a change that also replaces what only adjacent texts together match. */
function replacing(pattern: RE2JS, substitute: string): Change {
  const known = new Map<Scalar, readonly Span[]>();
  return (scalar, _, place) => {
    const text = String(scalar);
    if (place === undefined)
      return pattern.test(text) ? pattern.matcher(text).replaceAll(() => substitute) : scalar;
    for (const each of [text, place.text])
      if (!known.has(each)) known.set(each, matchesIn(each, pattern));
    return hideJoined(text, place, known, () => substitute);
  };
}

function matchesIn(text: string, pattern: RE2JS): readonly Span[] {
  const spans: Span[] = [];
  const matcher = pattern.matcher(text);
  while (matcher.find())
    if (matcher.start() < matcher.end())
      spans.push({ start: matcher.start(), end: matcher.end(), type: '' });
  return spans;
}

function redactEach(value: unknown, change: Change): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value === 'number' || typeof value === 'bigint') {
    const text = String(value);
    const redacted = change(text);
    return redacted === text ? value : redacted;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (saysJson(value)) {
    const written = value.toJSON();
    const redacted = redactEach(written, change);
    return redacted === written ? value : redacted;
  }
  if (Array.isArray(value)) return mapRuns<unknown>(value, change, redactEach);
  const entries = Object.entries(value).map(
    ([key, item]) => [key, redactEach(item, change)] as const,
  );
  const isSame = entries.every(([key, item]) => item === (value as Dict)[key]);
  return isSame ? value : Object.fromEntries(entries);
}

function saysJson(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}
