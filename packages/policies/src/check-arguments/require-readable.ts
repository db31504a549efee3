import { format, type SchemaDraft } from '@cfworker/json-schema';
import { InterposeError, type Dict } from '@interpose/core';

import { isRecord } from '../shared/values/is-record.ts';
import {
  ANNOTATIONS,
  DRAFTS,
  LISTS,
  MAPS,
  RULES,
  SCHEMAS,
  UNREADABLE_FORMATS,
} from './json-schema-keywords.ts';

interface Reading {
  readonly tool: string;
  readonly draft: SchemaDraft;
  /** The JSON pointers of all schemas that were read. */
  readonly read: Set<string>;
  readonly references: string[];
}

/**
 * Checks that every keyword of a JSON Schema will be enforced, and returns its draft: 2020-12 where it names none.
 *
 * @throws InterposeError `invalid_option` naming the first place that would be passed over in silence.
 */
export function requireReadable(tool: string, schema: Dict | boolean): SchemaDraft {
  const draft = draftOf(tool, schema);
  const reading: Reading = { tool, draft, read: new Set(), references: [] };
  readSchema(reading, schema, '#');
  const lost = reading.references.find((reference) => !reading.read.has(normalised(reference)));
  if (lost !== undefined) throw unreadable(tool, `the reference ${lost} leads to no schema in it`);
  return draft;
}

function draftOf(tool: string, schema: Dict | boolean): SchemaDraft {
  const named = typeof schema === 'boolean' ? undefined : schema['$schema'];
  if (named === undefined) return '2020-12';
  const draft = typeof named === 'string' ? DRAFTS[named.replace(/#$/, '')] : undefined;
  if (draft === undefined)
    throw unreadable(tool, `its draft ${JSON.stringify(named)} is not known`);
  return draft;
}

function readSchema(reading: Reading, schema: unknown, at: string): void {
  if (typeof schema !== 'boolean' && !isRecord(schema))
    throw unreadable(reading.tool, `${at} is no schema`);
  reading.read.add(at);
  if (typeof schema === 'boolean') return;
  for (const [keyword, value] of Object.entries(schema))
    readKeyword(reading, keyword, value, `${at}/${encode(keyword)}`);
  if (reading.draft === '7' && '$ref' in schema) requireAlone(reading, schema, at);
}

function readKeyword(reading: Reading, keyword: string, value: unknown, at: string): void {
  const { draft, tool } = reading;
  if (ANNOTATIONS.has(keyword)) return;
  if (keyword === '$id' && at !== '#/$id') throw unreadable(tool, `${at} is an id inside it`);
  if (keyword === '$id') return;
  if (keyword === '$ref' && typeof value === 'string') reading.references.push(value);
  else if (SCHEMAS.has(keyword) && !isOldList(draft, keyword, value))
    readSchema(reading, value, at);
  else if (hasList(draft, keyword) && Array.isArray(value))
    for (const [index, each] of value.entries()) readSchema(reading, each, `${at}/${index}`);
  else if (MAPS.has(keyword) && isRecord(value)) readMap(reading, keyword, value, at);
  else if (!Object.hasOwn(RULES, keyword) || RULES[keyword]?.(value) !== true)
    throw unreadable(tool, `${at} is not understood`);
  else requireRunnable(tool, keyword, value, at);
}

function readMap(reading: Reading, keyword: string, map: Dict, at: string): void {
  for (const [key, each] of Object.entries(map)) {
    if (keyword === 'patternProperties') requireRunnable(reading.tool, 'pattern', key, at);
    readSchema(reading, each, `${at}/${encode(key)}`);
  }
}

/** Whether the keyword holds no schema: `items` as a list, or `additionalItems` in 2020-12, which dropped it. */
function isOldList(draft: SchemaDraft, keyword: string, value: unknown): boolean {
  if (keyword === 'additionalItems') return draft === '2020-12';
  return keyword === 'items' && Array.isArray(value);
}

function hasList(draft: SchemaDraft, keyword: string): boolean {
  if (keyword === 'items') return draft !== '2020-12';
  if (keyword === 'prefixItems') return draft === '2020-12';
  return LISTS.has(keyword);
}

function requireRunnable(tool: string, keyword: string, value: unknown, at: string): void {
  const text = String(value);
  if (keyword === 'format' && (!Object.hasOwn(format, text) || UNREADABLE_FORMATS.has(text)))
    throw unreadable(tool, `${at} names the format ${text}, which is not checked`);
  if (keyword !== 'pattern') return;
  try {
    RegExp(text, 'u');
  } catch (cause) {
    throw unreadable(tool, `${at} holds a pattern that is no RegExp`, cause);
  }
}

/** Refuses keywords beside a `$ref`: draft 7 ignores them. */
function requireAlone({ tool }: Reading, schema: Dict, at: string): void {
  const beside = Object.keys(schema).find(
    (keyword) => keyword !== '$ref' && keyword !== 'definitions' && !ANNOTATIONS.has(keyword),
  );
  if (beside !== undefined) throw unreadable(tool, `${at}/${beside} stands beside a $ref`);
}

function normalised(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return '';
  }
}

function encode(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function unreadable(tool: string, problem: string, cause?: unknown): InterposeError {
  return new InterposeError(
    'invalid_option',
    `the schema of ${tool} cannot be held to: ${problem}`,
    'take it out, or check it with a function',
    { cause },
  );
}
