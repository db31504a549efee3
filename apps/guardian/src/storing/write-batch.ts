import { closeBatch } from '@interpose/aos/audit';
import { sql } from 'kysely';

import type { SigningKey } from '../audit/signing-key.ts';
import { countSessions } from '../sessions/count-sessions.ts';
import type { Storage, Work } from '../storage/open-storage.ts';
import type { DayBatch } from './day-batch.ts';
import { COLUMN_NAMES, COLUMN_TYPES, COLUMN_VALUES } from './step-columns.ts';
import { withoutRepeated } from './without-repeated.ts';

/**
 * Stores the decisions of one tenant and day in one transaction: steps, counts of sessions, and the batch of the audit
 * chain. Decisions that were stored before, although the answer was lost, or that an agent reported before, are
 * skipped.
 */
export async function writeBatch(
  storage: Storage,
  key: SigningKey,
  batch: DayBatch,
  segmentId: string,
): Promise<void> {
  const segment = `${segmentId}/${batch.day}`;
  await storage.within(batch.tenant, (work) => writeSteps(work, key, batch, segment));
}

async function writeSteps(
  work: Work,
  key: SigningKey,
  all: DayBatch,
  segment: string,
): Promise<void> {
  const { tenant } = all;
  await sql`select pg_advisory_xact_lock(hashtext(${`interpose:${tenant}`}))`.execute(work);
  const { isKnown, after } = await readEnd(work, tenant, segment);
  if (isKnown) return;
  const batch = await withoutRepeated(work, all);
  if (batch.records.length === 0) return;
  const number = await chain(work, key, batch, { segment, after });
  await insertSteps(work, batch, number);
  await countSessions(work, tenant, batch.counts);
  await sql`select pg_notify('interpose_live', ${JSON.stringify({ tenant, batch: number })})`.execute(
    work,
  );
}

interface Head {
  readonly number: number;
  readonly hash: string;
}

/** Returns the end of a tenant's chain, and whether it contains this segment already. */
async function readEnd(
  work: Work,
  tenant: string,
  segment: string,
): Promise<{ readonly isKnown: boolean; readonly after: Head | undefined }> {
  const { rows } = await sql<Head & { readonly isKnown: boolean }>`
    select number, hash, exists (select from audit_batch where tenant = ${tenant} and segment = ${segment}) as "isKnown"
    from audit_batch where tenant = ${tenant} order by number desc limit 1`.execute(work);
  const [last] = rows;
  return { isKnown: last?.isKnown ?? false, after: last };
}

interface Place {
  readonly segment: string;
  readonly after: Head | undefined;
}

/** Adds the batch to the chain and returns its number. */
async function chain(
  work: Work,
  key: SigningKey,
  { tenant, records, firstAt, lastAt }: DayBatch,
  { segment, after }: Place,
): Promise<number> {
  const signing = { after, closedAt: Date.now(), firstAt, keyId: key.id, key: key.key };
  const { head, leaves } = closeBatch(records, signing);
  await work
    .insertInto('audit_batch')
    .values({
      tenant,
      segment,
      number: head.number,
      previous: head.previous,
      root: head.root,
      count: head.count,
      closed_at: head.closedAt,
      hash: head.hash,
      signature: head.signature,
      key_id: head.keyId,
      first_at: head.firstAt,
      last_at: lastAt,
      anchored_at: null,
      leaves: leaves.join(''),
    })
    .execute();
  return head.number;
}

const NAMES = sql.raw(COLUMN_NAMES.join(', '));
const VALUES = sql.raw(COLUMN_VALUES.join(', '));

/** No JSON text contains a line break, so records and payloads need no quotes. */
async function insertSteps(
  work: Work,
  { tenant, records, payloads, columns }: DayBatch,
  number: number,
): Promise<void> {
  const lists = columns.lists().map((list, at) => sql`${list}::${sql.raw(COLUMN_TYPES[at]!)}[]`);
  await sql`
    insert into step (tenant, batch, ${NAMES}, record, payload, place)
    select ${tenant}, ${number}, ${VALUES}, c.record, nullif(c.payload, ''), c.place
    from unnest(${sql.join(lists)}, string_to_array(${records.join('\n')}, E'\\n'), string_to_array(${payloads.join('\n')}, E'\\n'))
      with ordinality as c(${NAMES}, record, payload, place)`.execute(work);
}
