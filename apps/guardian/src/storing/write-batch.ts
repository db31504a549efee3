import { closeBatch } from '@interpose/aos/audit';
import { sql } from 'kysely';

import type { SigningKey } from '../audit/signing-key.ts';
import type { Storage, Work } from '../storage/open-storage.ts';
import { countSessions } from '../sessions/count-sessions.ts';
import { linesOf, type Segment } from './spool.ts';
import { withoutRepeated, type Records } from './without-repeated.ts';

/** A line of the spool; a tab stands in no JSON text. */
export function spoolLine(tenant: string, record: string, payload: string): string {
  return `${tenant}\t${record}\t${payload}`;
}

/**
 * Stores a segment: steps, what is counted of sessions, and the batch of the audit chain, in one transaction for each
 * tenant and day, since retention drops days. A segment that was stored before, though the answer was lost, is not stored
 * again, and neither is a decision that an agent reported before.
 */
export async function writeBatch(
  storage: Storage,
  key: SigningKey,
  segment: Segment,
): Promise<void> {
  for (const [day, lines] of Map.groupBy(linesOf(segment), dayOf))
    for (const [tenant, records] of byTenant(lines))
      await storage.within(tenant, (work) =>
        writeRecords(work, key, { tenant, segment: `${segment.id}/${day}`, ...records }),
      );
}

const AT = /"at":(\d+),"by":/;

/** The day of a line, in days since the epoch; the keys of a record stand in their order. */
export function dayOf(line: string): number {
  return Math.floor(Number(AT.exec(line)?.[1] ?? 0) / DAY_MS);
}

const DAY_MS = 86_400_000;

function byTenant(lines: readonly string[]): ReadonlyMap<string, Records> {
  const tenants = new Map<string, Records>();
  for (const line of lines) {
    const [tenant = '', record = '', payload = ''] = line.split('\t');
    let own = tenants.get(tenant);
    if (own === undefined) tenants.set(tenant, (own = { records: [], payloads: [] }));
    own.records.push(record);
    own.payloads.push(payload === '' ? 'null' : payload);
  }
  return tenants;
}

interface Batch extends Records {
  readonly tenant: string;
  readonly segment: string;
}

async function writeRecords(work: Work, key: SigningKey, all: Batch): Promise<void> {
  const { tenant, segment } = all;
  await sql`select pg_advisory_xact_lock(hashtext(${`interpose:${tenant}`}))`.execute(work);
  const known = await work
    .selectFrom('audit_batch')
    .select('number')
    .where('tenant', '=', tenant)
    .where('segment', '=', segment)
    .executeTakeFirst();
  if (known !== undefined) return;
  const batch = { ...all, ...(await withoutRepeated(work, tenant, all)) };
  if (batch.records.length === 0) return;
  const number = await chain(work, key, batch);
  await insertSteps(work, batch, number);
  await countSessions(work, tenant, number);
  await sql`select pg_notify('interpose_live', ${JSON.stringify({ tenant, batch: number })})`.execute(
    work,
  );
}

/** Adds the batch to the chain and returns its number. */
async function chain(
  work: Work,
  key: SigningKey,
  { tenant, segment, records }: Batch,
): Promise<number> {
  const last = await work
    .selectFrom('audit_batch')
    .select(['number', 'hash'])
    .where('tenant', '=', tenant)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const times = records.map((record) => (JSON.parse(record) as { readonly at: number }).at);
  const [closedAt, firstAt] = [Date.now(), Math.min(...times)];
  const signing = { after: last, closedAt, firstAt, keyId: key.id, key: key.key };
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
      last_at: Math.max(...times),
      anchored_at: null,
      leaves: leaves.join(''),
    })
    .execute();
  return head.number;
}

async function insertSteps(
  work: Work,
  { tenant, records, payloads }: Batch,
  number: number,
): Promise<void> {
  await sql`
    insert into step (tenant, id, at, event, tool, session_id, chat_id, agent, user_id, decision, by_names, codes, policies,
      source, ms, spend, failed, batch, place, record, payload)
    select ${tenant}, r.id, r.at, r.event, r.tool, r."sessionId", r."chatId", r.agent, r."user", r.decision,
      array(select json_array_elements_text(r."by")), array(select json_array_elements_text(r.codes)), r.policies,
      r.source, r.ms, coalesce(r.spend, 0), r.problem is not null or r.event like 'on%Error',
      ${number}, l.place, l.record::text, nullif(p.payload::text, 'null')
    from json_array_elements(${`[${records.join(',')}]`}::json) with ordinality as l(record, place)
    join json_array_elements(${`[${payloads.join(',')}]`}::json) with ordinality as p(payload, place) on p.place = l.place
    cross join lateral json_to_record(l.record) as r(id text, at bigint, event text, tool text, "sessionId" text,
      "chatId" text, agent text, "user" text, decision text, "by" json, codes json, policies text, source text, ms real,
      spend double precision, problem text)`.execute(work);
}
