import { sql } from 'kysely';

import type { StepRow } from '../decisions/step-row.ts';
import type { Work } from '../storage/open-storage.ts';
import { DayBatch } from './day-batch.ts';

/** Returns the part of a batch that is not stored yet: an agent repeats a report if it may not have arrived. */
export async function withoutRepeated(work: Work, batch: DayBatch): Promise<DayBatch> {
  if (!batch.hasReported) return batch;
  const rows = batch.records.map((record) => JSON.parse(record) as StepRow);
  const reported = rows.filter(({ source }) => source === 'reported');
  const known = new Set(await storedIds(work, batch.tenant, reported));
  const kept = new DayBatch(batch.tenant, batch.day);
  for (const [place, row] of rows.entries()) {
    if (row.source === 'reported') {
      if (known.has(row.id)) continue;
      known.add(row.id);
    }
    kept.add(batch.records[place]!, batch.payloads[place]!, row);
  }
  return kept;
}

/** Returns the stored ids. A repeated decision has the same time, so only its day is searched. */
async function storedIds(
  work: Work,
  tenant: string,
  reported: readonly StepRow[],
): Promise<readonly string[]> {
  const [ids, times] = [reported.map(({ id }) => id), reported.map(({ at }) => at)];
  const { rows } = await sql<{ readonly id: string }>`
    select id from step where tenant = ${tenant} and id = any(${ids}::text[])
      and at between ${Math.min(...times)} and ${Math.max(...times)}`.execute(work);
  return rows.map(({ id }) => id);
}
