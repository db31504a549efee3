import type { Passage, Reads } from '../provenance/passage.ts';
import { stringsIn } from '../text/strings-in.ts';
import { textOfResult } from '../sources/text-of-result.ts';
import { fieldOf, recordsOf, type FieldsOf } from './records-of.ts';

/** Where a kind of record says who wrote it and who takes part. */
export interface Signature {
  /** Fields that hold the author, the most telling first. */
  readonly authors: readonly string[];
  /** Fields that hold others, whose addresses stand for them. */
  readonly people: readonly string[];
}

/**
 * Reads records that somebody wrote: each is untrusted text of its author, and every address in its head stands for the
 * person it belongs to. A result that holds no records is untrusted as a whole.
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

/** A record as lines, so that what is listed stands by itself, with its texts as they are. */
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

/** The address of an author, else the name. */
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

/** A mail as it travels: `From: …`, an empty line, the text. */
function headedBy(result: unknown): readonly FieldsOf[] | undefined {
  if (typeof result !== 'string') return undefined;
  const [head = '', ...rest] = result.split(/\r?\n\r?\n/);
  const fields = head.split(/\r?\n(?![ \t])/).map((line) => HEAD.exec(line));
  if (!fields.every((field) => field !== null)) return undefined;
  // The first of each name counts: whoever writes the text cannot sign in another's name below.
  const record: Record<string, unknown> = {};
  for (const [, name = '', value = ''] of fields) record[name] ??= value;
  return [{ ...record, text: rest.join('\n\n') }];
}
