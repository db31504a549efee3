import { parse } from 'yaml';

import { isRecord } from '../../shared/values/is-record.ts';

/** One record: fields by name. */
export type FieldsOf = Readonly<Record<string, unknown>>;

/**
 * Returns the records in a result: a value, JSON or YAML with one record, a list, or a list inside a record, as in `{
 * "messages": […] }`; undefined for any other text.
 *
 * @example
 * recordsOf('- id: 1\n- id: 2'); // => [{ id: 1 }, { id: 2 }]
 */
export function recordsOf(result: unknown): readonly FieldsOf[] | undefined {
  const value = typeof result === 'string' ? parsed(result) : result;
  const items = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  if (items.length === 0 || !items.every(isRecord)) return undefined;
  const [only] = items;
  if (items.length > 1 || only === undefined) return items;
  const lists = Object.entries(only).filter(([, each]) => isListOfRecords(each));
  if (lists.length !== 1) return items;
  // This may be a page of mails, or a mail with attachments, so both parts are kept.
  const rest = Object.entries(only).filter(([name]) => name !== lists[0]![0]);
  const inside = lists[0]![1] as readonly FieldsOf[];
  return rest.length === 0 ? inside : [...inside, Object.fromEntries(rest)];
}

/** Returns the first of these fields that has a value, without regard to case and separators. */
export function fieldOf(record: FieldsOf, names: readonly string[]): unknown {
  for (const name of names)
    for (const [key, value] of Object.entries(record))
      if (bare(key) === name && value !== null && value !== undefined && value !== '') return value;
  return undefined;
}

/** Returns the name of a field in the form for look-ups: `Sent_By` is `sentby`. */
export function bare(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function isListOfRecords(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord);
}

/** Parses YAML, which includes JSON. A text that is too deep or uses aliases counts as plain text. */
function parsed(text: string): unknown {
  try {
    return parse(text, { logLevel: 'error', maxAliasCount: 0, schema: 'core' });
  } catch {
    return undefined;
  }
}
