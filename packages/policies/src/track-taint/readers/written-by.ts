import type { Passage, Reads } from '../provenance/passage.ts';
import { stringsIn } from '../text/strings-in.ts';
import { textOfResult } from '../sources/text-of-result.ts';
import { fieldOf, recordsOf, type FieldsOf } from './records-of.ts';

/** The fields with the author and the other people of a kind of record. */
export interface Signature {
  /** Fields with the author, the most reliable first. */
  readonly authors: readonly string[];
  /** Fields with other people, whose addresses stand for them. */
  readonly people: readonly string[];
}

/**
 * Makes a reader of records with an author: each record is untrusted text of its author, and every address in these
 * fields stands for its person. A result without records is untrusted as a whole.
 */
export function writtenBy({ authors, people }: Signature): Exclude<Reads, string> {
  return (result) => {
    const records = recordsOf(result) ?? headedBy(result);
    if (records === undefined) return [{ text: textOfResult(result), trust: 'untrusted' }];
    return records.flatMap((record) => [
      signed(record, nameOf(fieldOf(record, authors))),
      ...[...authors, ...people].flatMap((field) => addressesOf(fieldOf(record, [field]))),
    ]);
  };
}

function signed(record: FieldsOf, author: string | undefined): Passage {
  const text = linesOf(record);
  return author === undefined ? { text, trust: 'untrusted' } : { text, trust: 'untrusted', author };
}

/** Returns a record as lines, so that each listed text stands by itself, unescaped. */
function linesOf(record: FieldsOf): string {
  return Object.entries(record)
    .map(([name, value]) =>
      typeof value === 'object' && value !== null
        ? `${name}: ${JSON.stringify(value)}\n${stringsIn(value).join('\n')}`
        : `${name}: ${String(value)}`,
    )
    .join('\n');
}

const ADDRESS = /[^\s@<>,;:'"()]{1,64}@[\w-]+(?:\.[\w-]+)+/g;

/** Returns the address of an author, or the name if there is none. */
function nameOf(author: unknown): string | undefined {
  const said = stringsIn(author);
  const address = said.join(' ').match(ADDRESS)?.[0];
  return address ?? said.find((each) => each.trim() !== '');
}

function addressesOf(value: unknown): readonly Passage[] {
  const found = stringsIn(value).join(' ').match(ADDRESS) ?? [];
  return found.map((address) => ({ text: address, trust: 'untrusted', author: address }));
}

const HEAD = /^([A-Za-z-]+):[ \t]*(.*)$/;

/** Reads a mail with its headers: `From: …`, an empty line, the text. */
function headedBy(result: unknown): readonly FieldsOf[] | undefined {
  if (typeof result !== 'string') return undefined;
  const [head = '', ...rest] = result.split(/\r?\n\r?\n/);
  const fields = head.split(/\r?\n(?![ \t])/).map((line) => HEAD.exec(line));
  if (!fields.every((field) => field !== null)) return undefined;
  // The first header of each name counts, so that the text cannot add another sender below.
  const record: Record<string, unknown> = {};
  for (const [, name = '', value = ''] of fields) record[name] ??= value;
  return [{ ...record, text: rest.join('\n\n') }];
}
