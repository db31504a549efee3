import { sql } from 'kysely';

import type { Storage } from '../storage/open-storage.ts';
import { repeat, type Repeating } from '../storage/repeat.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Drops the days that are older than this, whole; the heads of their batches stay, so that the chain still holds. */
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

  /** The names of the days that were dropped. */
  async drop(now: number = Date.now()): Promise<readonly string[]> {
    const oldest = new Date(now - this.#days * DAY_MS)
      .toISOString()
      .slice(0, 10)
      .replaceAll('-', '_');
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
