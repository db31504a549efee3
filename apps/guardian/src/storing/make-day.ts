import { sql } from 'kysely';

import type { Storage } from '../storage/open-storage.ts';
import { DAY_MS } from '../storage/day-ms.ts';

/** Makes the partition for the decisions of a day, if it is missing; days are counted from the epoch. */
export async function makeDay(storage: Pick<Storage, 'asOwner'>, day: number): Promise<void> {
  const name = partitionOf(day);
  await storage.asOwner(async (work) => {
    await sql`select pg_advisory_xact_lock(hashtext('interpose:partitions'))`.execute(work);
    const [from, to] = [day * DAY_MS, (day + 1) * DAY_MS];
    await sql
      .raw(
        `create table if not exists ${name} partition of step for values from (${from}) to (${to})`,
      )
      .execute(work);
  });
}

/** Returns the name of a day's partition, such as `step_2026_11_23`. */
function partitionOf(day: number): string {
  return `step_${new Date(day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '_')}`;
}
