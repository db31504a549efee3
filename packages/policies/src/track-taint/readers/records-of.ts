import { parse } from 'yaml';

import { isRecord } from '../../shared/values/is-record.ts';

/** One record: fields by name. */
export type FieldsOf = Readonly<Record<string, unknown>>;

/**
 * The records in a result, whether it is a value, JSON or YAML, one record, a list of them, or a list inside of one, as in
 * `{ "messages": […] }`; undefined for a text that is none of it.
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
  // A page of mails, or a mail with its attachments: nothing of either is lost.
  const rest = Object.entries(only).filter(([name]) => name !== lists[0]![0]);
  const inside = lists[0]![1] as readonly FieldsOf[];
  return rest.length === 0 ? inside : [...inside, Object.fromEntries(rest)];
}

/** The first of these fields that says something; case and separators do not matter. */
export function fieldOf(record: FieldsOf, names: readonly string[]): unknown {
  for (const name of names)
    for (const [key, value] of Object.entries(record))
      if (bare(key) === name && value !== null && value !== undefined && value !== '') return value;
  return undefined;
}

/** The name of a field as it is looked up: `Sent_By` is `sentby`. */
export function bare(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function isListOfRecords(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord);
}

/** JSON is YAML, too. What is too deep, or repeats itself through aliases, is a text like any other. */
function parsed(text: string): unknown {
  try {
    return parse(text, { logLevel: 'error', maxAliasCount: 0, schema: 'core' });
  } catch {
    return undefined;
  }
}
