import { sql } from 'kysely';

import type { Work } from '../storage/open-storage.ts';

/** The records of one tenant, in their order, each with its payload or an empty text. */
export interface Records {
  readonly records: string[];
  readonly payloads: string[];
}

const REPORTED = '"source":"reported"';

/** What of a batch is not stored yet: an agent sends a report again where it does not know that it arrived. */
export async function withoutRepeated(
  work: Work,
  tenant: string,
  { records, payloads }: Records,
): Promise<Records> {
  if (!records.some((record) => record.includes(REPORTED))) return { records, payloads };
  const rows = records.map(
    (record) => JSON.parse(record) as { id: string; at: number; source: string },
  );
  const reported = rows.filter(({ source }) => source === 'reported');
  const [ids, times] = [reported.map(({ id }) => id), reported.map(({ at }) => at)];
  const known = new Set(await storedIds(work, tenant, ids, times));
  const kept = rows.flatMap(({ id, source }, index) => {
    if (source !== 'reported') return [index];
    if (known.has(id)) return [];
    known.add(id);
    return [index];
  });
  return {
    records: kept.map((index) => records[index]!),
    payloads: kept.map((index) => payloads[index]!),
  };
}

/** A decision that comes again has its time again, so that only its day is looked at. */
async function storedIds(
  work: Work,
  tenant: string,
  ids: readonly string[],
  times: readonly number[],
): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ readonly id: string }>`
    select id from step where tenant = ${tenant} and id = any(${ids}::text[])
      and at between ${Math.min(...times)} and ${Math.max(...times)}`.execute(work);
  return rows.map(({ id }) => id);
}
