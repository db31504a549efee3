import { checkOptions, InterposeError } from '@interpose/core';

import type { Passage, Reads } from '../provenance/passage.ts';
import { textOfResult } from '../sources/text-of-result.ts';
import { bare, fieldOf, recordsOf } from './records-of.ts';

/**
 * How far the fields of a record are trusted, by name; all other fields are untrusted.
 *
 * @example
 * const fields: RecordFields = { trusted: ['iban'], neutral: ['name', 'product_id'], author: 'reviewer' };
 */
export interface RecordFields {
  /** Fields that only the owner of the app writes. */
  readonly trusted?: readonly string[];
  /** Fields of a catalogue: they make no value trusted and taint none. */
  readonly neutral?: readonly string[];
  /** The field with the author of the untrusted fields. */
  readonly author?: string;
}

/**
 * Makes a reader of records (one or a list) in a value, in JSON or in YAML. A result without records is untrusted as a
 * whole.
 *
 * @example
 * trackTaint({ tools: { search_shop: { effect: 'none', reads: readRecords({ neutral: ['name', 'product_id'] }) } } });
 * @throws InterposeError `invalid_option`.
 */
export function readRecords(fields?: RecordFields): Exclude<Reads, string>;
export function readRecords(
  fields: RecordFields = {},
  ...more: readonly unknown[]
): Exclude<Reads, string> {
  checkOptions('readRecords', fields, ['trusted', 'neutral', 'author'], more);
  const trusted = namesIn('trusted', fields.trusted);
  const neutral = namesIn('neutral', fields.neutral);
  const author = namesIn('author', fields.author === undefined ? undefined : [fields.author]);
  const trustOf = (name: string): Passage['trust'] =>
    trusted.has(bare(name)) ? 'trusted' : neutral.has(bare(name)) ? 'neutral' : 'untrusted';
  return (result) => {
    const records = recordsOf(result);
    if (records === undefined) return [{ text: textOfResult(result), trust: 'untrusted' }];
    return records.flatMap((record) => {
      const by = fieldOf(record, [...author]);
      return Object.entries(record).map(([name, value]) => {
        const passage: Passage = { text: `${name}: ${textOfResult(value)}`, trust: trustOf(name) };
        return passage.trust === 'untrusted' && typeof by === 'string'
          ? { ...passage, author: by }
          : passage;
      });
    });
  };
}

function namesIn(option: keyof RecordFields, names: unknown): ReadonlySet<string> {
  const given: readonly unknown[] =
    names === undefined ? [] : Array.isArray(names) ? names : [null];
  if (given.every((name) => typeof name === 'string' && name !== ''))
    return new Set(given.map((name) => bare(name as string)));
  throw new InterposeError(
    'invalid_option',
    `readRecords: ${option} is ${JSON.stringify(names)}`,
    option === 'author' ? 'give the name of a field' : 'give a list of names of fields',
  );
}
