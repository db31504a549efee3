import { createPublicKey } from 'node:crypto';
import { createReadStream } from 'node:fs';

import { InterposeError } from '@interpose/core';
import canonicalize from 'canonicalize';

import { hasRepeatedKey } from '../wire/has-repeated-key.ts';
import type { AuditBatch, BatchHead } from './chain.ts';

/** A line of an export: first the keys, then each batch, followed by its records. */
export type ExportLine =
  | { readonly kind: 'keys'; readonly keys: Readonly<Record<string, string>> }
  | (BatchHead & {
      readonly kind: 'batch';
      readonly leaves: readonly string[];
      readonly retired: boolean;
    })
  | { readonly kind: 'record'; readonly record: unknown };

/** Reads the lines of an export one by one. Throws `export_invalid` with the line number, or `file_unreadable`. */
export async function* readExport(path: string): AsyncGenerator<ExportLine, void> {
  let number = 0;
  let isInBatch = false;
  try {
    for await (const text of linesOf(path)) {
      number++;
      if (text.trim() === '') continue;
      const line = readLine(text, number, isInBatch);
      isInBatch ||= line.kind === 'batch';
      yield line;
    }
  } catch (cause) {
    if (InterposeError.isInstance(cause)) throw cause;
    const problem = `${path} cannot be read: ${(cause as Error).message}`;
    throw new InterposeError('file_unreadable', problem, 'name a file that is there', { cause });
  }
}

/** Splits a file at line feeds only: a text in a record may hold the separators of Unicode, at which `readline` splits. */
async function* linesOf(path: string): AsyncGenerator<string, void> {
  let rest = '';
  for await (const piece of createReadStream(path, 'utf8')) {
    const [first = '', ...more] = String(piece).split('\n');
    rest += first;
    for (const begun of more) {
      yield rest;
      rest = begun;
    }
  }
  yield rest;
}

/** Yields the batches of an export. Spaces and key order do not matter: records are hashed as canonical JSON. */
export async function* batchesOf(
  lines: AsyncIterable<ExportLine>,
): AsyncGenerator<AuditBatch, void> {
  let open:
    | { head: BatchHead; leaves: readonly string[]; records: string[] | undefined }
    | undefined;
  for await (const line of lines) {
    // Records after a batch that is marked as retired count too: somebody inserted them.
    if (line.kind === 'record' && open !== undefined)
      (open.records ??= []).push(canonical(line.record));
    if (line.kind !== 'batch') continue;
    if (open !== undefined) yield open;
    const { kind: _, leaves, retired, ...head } = line;
    open = { head, leaves, records: retired ? undefined : [] };
  }
  if (open !== undefined) yield open;
}

/** Returns canonical JSON. A value that has none, such as 1e999, is in no record that a guardian wrote: no hash fits. */
function canonical(record: unknown): string {
  try {
    return canonicalize(record) ?? '';
  } catch {
    return '';
  }
}

function readLine(text: string, number: number, isInBatch: boolean): ExportLine {
  try {
    const line = JSON.parse(text) as ExportLine;
    // Of a key that is there twice, another reader of the export may take the other value.
    if (!hasRepeatedKey(text) && isWhole(line) && (isInBatch || line.kind !== 'record'))
      return line;
  } catch {
    // Reported below, with the line number.
  }
  const remedy = 'export again with GET /api/audit/export?format=jsonl';
  throw new InterposeError('export_invalid', `line ${number} is no line of an export`, remedy);
}

/** Whether a line has all that verification needs, after any edits; throws for what is no key. */
function isWhole(line: ExportLine): boolean {
  if (line.kind === 'batch')
    return Array.isArray(line.leaves) && typeof line.signature === 'string';
  if (line.kind === 'keys') return Object.values(line.keys).every(isEd25519);
  return line.kind === 'record' && Object(line.record) === line.record;
}

/** Whether a key in PEM can be that of a guardian. */
export function isEd25519(pem: string): boolean {
  return createPublicKey(pem).asymmetricKeyType === 'ed25519';
}
