import type { AuditBatch, BatchHead } from '@interpose/aos/audit';
import { sql } from 'kysely';
import type { AuditHead } from '@interpose/guardian-api';

import type { Storage } from '../storage/open-storage.ts';
import { keptSince, LONGEST_DAYS, readRetention } from './retention-of-tenant.ts';
import { DAY_MS } from '../storage/day-ms.ts';

const PAGE = 50;

/** Yields the batches of a tenant in order, read page by page. */
export async function* readChain(storage: Storage, tenant: string): AsyncGenerator<AuditBatch> {
  const oldest = await firstDay(storage, tenant);
  for (let last = 0; ;) {
    const page = await readPage(storage, tenant, last);
    for (const { leaves, records, ...head } of page) {
      const isRetired = head.first_at < oldest;
      yield {
        head: headOf(head),
        leaves: leaves.match(/.{64}/g) ?? [],
        records: isRetired ? undefined : records,
      };
    }
    const end = page.at(-1);
    if (end === undefined) return;
    last = end.number;
  }
}

interface StoredBatch {
  readonly number: number;
  readonly previous: string;
  readonly root: string;
  readonly count: number;
  readonly closed_at: number;
  readonly hash: string;
  readonly signature: string;
  readonly key_id: string;
  readonly first_at: number;
  readonly leaves: string;
  readonly records: readonly string[];
}

async function readPage(
  storage: Storage,
  tenant: string,
  after: number,
): Promise<readonly StoredBatch[]> {
  return storage.within(tenant, async (work) => {
    const { rows } = await sql<StoredBatch>`
      select number, previous, root, count, closed_at, hash, signature, key_id, first_at, leaves,
        array(select record from step where step.tenant = ${tenant} and step.batch = b.number order by place) as records
      from audit_batch b where b.tenant = ${tenant} and number > ${after} order by number limit ${PAGE}`.execute(
      work,
    );
    return rows;
  });
}

function headOf(row: Omit<StoredBatch, 'leaves' | 'records'>): BatchHead {
  const {
    number,
    previous,
    root,
    count,
    closed_at: closedAt,
    first_at: firstAt,
    hash,
    signature,
    key_id: keyId,
  } = row;
  return { number, previous, root, count, closedAt, firstAt, hash, signature, keyId };
}

/**
 * Returns the start of the oldest day with records of this tenant. For a tenant without records, all days count as
 * dropped that it does not keep, or that nobody keeps.
 */
async function firstDay(storage: Storage, tenant: string): Promise<number> {
  const { oldest } = await storage.within(tenant, (work) =>
    work
      .selectFrom('step')
      .select((e) => e.fn.min('at').as('oldest'))
      .where('tenant', '=', tenant)
      .executeTakeFirstOrThrow(),
  );
  if (oldest !== null) return Math.floor(oldest / DAY_MS) * DAY_MS;
  const { decisionDays } = await readRetention(storage, tenant, LONGEST_DAYS);
  return Math.max(keptSince(decisionDays, Date.now()), await firstPartition(storage));
}

/** Returns the start of the oldest day with any records; 0 without any. */
async function firstPartition(storage: Storage): Promise<number> {
  const { rows } = await storage.asOwner((work) =>
    sql<{
      readonly name: string;
    }>`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'step'::regclass order by 1 limit 1`.execute(work),
  );
  const name = rows[0]?.name;
  return name === undefined ? 0 : Date.parse(name.replace('step_', '').replaceAll('_', '-'));
}

/** Returns the decision at this place now; undefined for none. */
export async function readPlace(
  storage: Storage,
  tenant: string,
  { batch, index }: { readonly batch: number; readonly index: number },
): Promise<{ readonly id: string; readonly sessionId: string } | undefined> {
  return storage.within(tenant, (work) =>
    work
      .selectFrom('step')
      .select(['id', 'session_id as sessionId'])
      .where('tenant', '=', tenant)
      .where('batch', '=', batch)
      .orderBy('place')
      .offset(index)
      .limit(1)
      .executeTakeFirst(),
  );
}

/** Returns the public keys of every guardian that ever signed. */
export async function readKeys(storage: Storage): Promise<ReadonlyMap<string, string>> {
  const rows = await storage.within('*', (work) =>
    work.selectFrom('audit_key').selectAll().execute(),
  );
  return new Map(rows.map(({ id, public_key: key }) => [id, key]));
}

/** Returns the newest heads of a tenant, and the total number of their records. */
export async function readHeads(
  storage: Storage,
  tenant: string,
): Promise<{ readonly heads: readonly AuditHead[]; readonly total: number }> {
  return storage.within(tenant, async (work) => {
    const rows = await work
      .selectFrom('audit_batch')
      .select([
        'number as batch',
        'hash',
        'count',
        'closed_at as closedAt',
        'anchored_at as anchored',
      ])
      .where('tenant', '=', tenant)
      .orderBy('number', 'desc')
      .limit(200)
      .execute();
    const { total } = await work
      .selectFrom('audit_batch')
      .select((e) => e.fn.coalesce(e.fn.sum<number>('count'), e.lit(0)).as('total'))
      .where('tenant', '=', tenant)
      .executeTakeFirstOrThrow();
    const heads = rows.map(({ anchored, ...head }) => ({
      ...head,
      ...(anchored === null ? {} : { anchored }),
    }));
    return { heads, total };
  });
}
