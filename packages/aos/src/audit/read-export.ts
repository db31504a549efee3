import { createPublicKey } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

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
  const input = createReadStream(path, 'utf8');
  try {
    for await (const text of createInterface({ input, crlfDelay: Infinity })) {
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
  } finally {
    input.destroy();
  }
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
      (open.records ??= []).push(canonicalize(line.record) ?? '');
    if (line.kind !== 'batch') continue;
    if (open !== undefined) yield open;
    const { kind: _, leaves, retired, ...head } = line;
    open = { head, leaves, records: retired ? undefined : [] };
  }
  if (open !== undefined) yield open;
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

/** Whether a line has all that verification needs, after any edits; throws for invalid keys. */
function isWhole(line: ExportLine): boolean {
  if (line.kind === 'batch')
    return Array.isArray(line.leaves) && typeof line.signature === 'string';
  if (line.kind === 'keys') return Object.values(line.keys).every((pem) => createPublicKey(pem));
  return line.kind === 'record' && Object(line.record) === line.record;
}
