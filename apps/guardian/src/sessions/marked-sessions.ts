import { sql } from 'kysely';

import type { Work } from '../storage/open-storage.ts';

const MARKED = ['tool', 'code', 'policy', 'verb', 'event', 'user', 'agent'] as const;

/** Values to look for, by the name of their filter. */
export type Marks = Readonly<
  Partial<Record<(typeof MARKED)[number], readonly string[] | undefined>>
>;

/** Sessions that are read at once, whatever else is filtered by. */
export const FEW_SESSIONS = 200;
/** A value that stands in more sessions than this is met soon enough by whoever reads from the newest. */
const MANY_SESSIONS = 5000;

/**
 * The sessions in which values of one filter stand, of the filter that leaves the fewest; undefined where all of them leave
 * more than `most`. What else is filtered by holds of some of them.
 */
export async function markedSessions(
  work: Work,
  tenant: string,
  marks: Marks,
  most: number = MANY_SESSIONS,
): Promise<readonly string[] | undefined> {
  let fewest: readonly string[] | undefined;
  for (const name of MARKED) {
    const values = marks[name];
    if (values === undefined) continue;
    const { rows } = await sql<{ readonly id: string }>`
      select session_id as id from session_mark where tenant = ${tenant}
        and mark = any(array(select md5(${`${name}:`} || value)::uuid from unnest(${values}::text[]) value))
      limit ${most + 1}`.execute(work);
    if (rows.length > most || (fewest !== undefined && rows.length >= fewest.length)) continue;
    fewest = rows.map(({ id }) => id);
  }
  return fewest === undefined ? undefined : [...new Set(fewest)];
}
