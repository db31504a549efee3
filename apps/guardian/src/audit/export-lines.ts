import { InterposeError } from '@interpose/core';
import canonicalize from 'canonicalize';

import type { StepRow } from '../decisions/step-row.ts';
import { toOcsf } from './to-ocsf.ts';
import type { BatchHead } from './chain.ts';
import type { AuditBatch } from './verify-chain.ts';

/** An export: first the keys, then each batch, followed by its records. */
export async function* exportLines(
  batches: AsyncIterable<AuditBatch>,
  keys: ReadonlyMap<string, string>,
): AsyncGenerator<string, void> {
  yield `${JSON.stringify({ kind: 'keys', keys: Object.fromEntries(keys) })}\n`;
  for await (const { head, leaves, records } of batches) {
    yield `${JSON.stringify({ kind: 'batch', ...head, leaves, retired: records === undefined })}\n`;
    for (const record of records ?? []) yield `{"kind":"record","record":${record}}\n`;
  }
}

/** The records alone, as events of OCSF. */
export async function* ocsfLines(batches: AsyncIterable<AuditBatch>): AsyncGenerator<string, void> {
  for await (const { head, records = [] } of batches)
    for (const [index, record] of records.entries())
      yield `${JSON.stringify(toOcsf(JSON.parse(record) as StepRow, { batch: head.number, index }))}\n`;
}

/** What an export holds. */
export interface ReadExport {
  readonly batches: readonly AuditBatch[];
  readonly keys: ReadonlyMap<string, string>;
}

type Line =
  | { readonly kind: 'keys'; readonly keys: Readonly<Record<string, string>> }
  | (BatchHead & {
      readonly kind: 'batch';
      readonly leaves: readonly string[];
      readonly retired: boolean;
    })
  | { readonly kind: 'record'; readonly record: unknown };

/**
 * Reads an export again. White space and the order of keys do not matter: records are hashed as canonical JSON.
 *
 * Throws `InterposeError` with code `export_invalid` that names the line.
 */
export function readExport(text: string): ReadExport {
  const batches: { head: BatchHead; leaves: readonly string[]; records: string[] | undefined }[] =
    [];
  let keys: ReadonlyMap<string, string> = new Map();
  for (const [index, each] of text.split('\n').entries()) {
    if (each.trim() === '') continue;
    const line = readLine(each, index + 1);
    if (line.kind === 'keys') keys = new Map(Object.entries(line.keys));
    else if (line.kind === 'batch') {
      const { kind: _, leaves, retired, ...head } = line;
      batches.push({ head, leaves, records: retired ? undefined : [] });
    } else batches.at(-1)?.records?.push(canonicalize(line.record) ?? '');
  }
  return { batches, keys };
}

function readLine(text: string, number: number): Line {
  try {
    const line = JSON.parse(text) as Line;
    if (['keys', 'batch', 'record'].includes(line.kind)) return line;
  } catch {
    // Told below, with the number of the line.
  }
  const remedy = 'export again with GET /api/audit/export?format=jsonl';
  throw new InterposeError('export_invalid', `line ${number} is no line of an export`, remedy);
}
