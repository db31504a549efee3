import type { AuditBatch } from '@interpose/aos/audit';

import type { StepRow } from '../decisions/step-row.ts';
import { toOcsf } from './to-ocsf.ts';

/** Yields an export: first the keys, then each batch, followed by its records. */
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

/** Yields only the records, as events of OCSF. */
export async function* ocsfLines(batches: AsyncIterable<AuditBatch>): AsyncGenerator<string, void> {
  for await (const { head, records = [] } of batches)
    for (const [index, record] of records.entries())
      yield `${JSON.stringify(toOcsf(JSON.parse(record) as StepRow, { batch: head.number, index }))}\n`;
}
