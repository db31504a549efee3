import { sql } from 'kysely';

import { dropApprovals } from '../approvals/drop-approvals.ts';
import { dropSessions } from '../sessions/drop-sessions.ts';
import type { Storage, Work } from '../storage/open-storage.ts';
import { repeat, type Repeating } from '../storage/repeat.ts';
import { keptSince, retentionOfAll } from './retention-of-tenant.ts';

const HOUR_MS = 3_600_000;

/**
 * Returns the earlier time of two clocks: that of the machine, and one that nobody can set since the start. If a clock
 * jumped ahead, data would look old and would be lost.
 */
function steadyNow(): number {
  return Math.min(Date.now(), performance.timeOrigin + performance.now());
}

/**
 * Drops data that is older than its tenant keeps: whole days that nobody keeps, and single tenants' rows of other days.
 * Sessions and asks go with them. The heads of the batches stay, so that the chain can still be verified.
 */
export class Retention {
  readonly #storage: Storage;
  readonly #days: number;
  readonly #dropping: Repeating;

  constructor(storage: Storage, days: number) {
    this.#storage = storage;
    this.#days = days;
    this.#dropping = repeat(HOUR_MS, async () => void (await this.drop()));
  }

  stop(): Promise<void> {
    return this.#dropping.stop();
  }

  /** Drops old data, and returns the names of the days that were dropped whole. */
  async drop(now: number = steadyNow()): Promise<readonly string[]> {
    const all = await this.#storage.within('*', (work) => retentionOfAll(work, this.#days));
    const longest = Math.max(this.#days, ...[...all.values()].map((kept) => kept.decisionDays));
    const dropped = await this.#dropDays(keptSince(longest, now));
    for (const [tenant, { payloadDays, decisionDays }] of all) {
      const since = {
        payloads: keptSince(payloadDays, now),
        decisions: keptSince(decisionDays, now),
      };
      await this.#storage.within(tenant, (work) => dropOf(work, tenant, since));
      await dropSessions(this.#storage, tenant, since.decisions);
    }
    return dropped;
  }

  async #dropDays(before: number): Promise<readonly string[]> {
    const oldest = new Date(before).toISOString().slice(0, 10).replaceAll('-', '_');
    return this.#storage.asOwner(async (work) => {
      await sql`select pg_advisory_xact_lock(hashtext('interpose:partitions'))`.execute(work);
      const { rows } = await sql<{
        readonly name: string;
      }>`select c.relname as name from pg_inherits i
        join pg_class c on c.oid = i.inhrelid where i.inhparent = 'step'::regclass order by 1`.execute(
        work,
      );
      const old = rows.map(({ name }) => name).filter((name) => name < `step_${oldest}`);
      for (const name of old) await sql.raw(`drop table "${name}"`).execute(work);
      return old;
    });
  }
}

async function dropOf(
  work: Work,
  tenant: string,
  since: { readonly payloads: number; readonly decisions: number },
): Promise<void> {
  await work
    .deleteFrom('step')
    .where('tenant', '=', tenant)
    .where('at', '<', since.decisions)
    .execute();
  await work
    .updateTable('step')
    .set({ payload: null })
    .where('tenant', '=', tenant)
    .where('at', '<', since.payloads)
    .where('payload', 'is not', null)
    .execute();
  await dropApprovals(work, tenant, since);
}
