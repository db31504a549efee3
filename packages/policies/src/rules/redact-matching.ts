import { mapText, type Dict } from '@interpose/core';
import type { RE2JS } from 're2js';

import { mapTextRuns, textsOf } from '../shared/values/text-runs.ts';
import { mapContent, type Spoken } from '../shared/values/map-content.ts';

/** What to replace, and by what. */
interface Matching {
  readonly pattern: RE2JS;
  readonly substitute: string;
}

/** Replaces matches in the text parts of messages. */
export function redactTexts(value: Spoken, matching: Matching): Spoken {
  return mapContent(value, (parts) =>
    redactList(parts, matching, (part) => mapText(part, (text) => redactText(text, matching))),
  );
}

/** Replaces matches in every text inside a value, and in every number and date in its written form. */
export function redactValue(value: unknown, matching: Matching): unknown {
  if (typeof value === 'string') return redactText(value, matching);
  if (typeof value === 'number' || typeof value === 'bigint') {
    const text = String(value);
    const redacted = redactText(text, matching);
    return redacted === text ? value : redacted;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (saysJson(value)) {
    const written = value.toJSON();
    const redacted = redactValue(written, matching);
    return redacted === written ? value : redacted;
  }
  if (Array.isArray(value))
    return redactList(value as readonly unknown[], matching, (item) => redactValue(item, matching));
  const entries = Object.entries(value).map(
    ([key, item]) => [key, redactValue(item, matching)] as const,
  );
  if (entries.every(([key, item]) => item === (value as Dict)[key])) return value;
  return Object.fromEntries(entries);
}

function redactText(text: string, { pattern, substitute }: Matching): string {
  return pattern.test(text) ? pattern.matcher(text).replaceAll(() => substitute) : text;
}

/** Redacts each item. Adjacent texts that hold a match only together become one. */
function redactList<T>(items: readonly T[], matching: Matching, one: (item: T) => T): readonly T[] {
  return mapTextRuns(
    items,
    (texts) => {
      const redacted = texts.map(one);
      const text = redactRun(textsOf(texts), matching);
      return textsOf(redacted).join('') === text ? redacted : [{ ...redacted[0]!, text }];
    },
    one,
  );
}

/** Returns all texts as one, without what each of them matches and what they match together. */
function redactRun(texts: readonly string[], { pattern, substitute }: Matching): string {
  const whole = texts.join('');
  let at = 0;
  const alone = texts.flatMap((text) => {
    at += text.length;
    return matchesIn(text, pattern, at - text.length);
  });
  const found = [...alone, ...matchesIn(whole, pattern, 0)];
  let result = '';
  let copied = 0;
  for (const [start, end] of found.toSorted(([one], [other]) => one - other)) {
    if (start >= copied) result += whole.slice(copied, start) + substitute;
    copied = Math.max(copied, end);
  }
  return result + whole.slice(copied);
}

function matchesIn(text: string, pattern: RE2JS, at: number): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  for (const matcher = pattern.matcher(text); matcher.find();)
    if (matcher.start() < matcher.end()) found.push([at + matcher.start(), at + matcher.end()]);
  return found;
}

function saysJson(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}
