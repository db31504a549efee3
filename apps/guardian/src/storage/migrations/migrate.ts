import { InterposeError } from '@interpose/core';
import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';

import { firstTables } from './001-first-tables.ts';
import { leavesOfBatches } from './002-leaves-of-batches.ts';
import { accessOfPeople } from './003-access-of-people.ts';
import { kindsOfSessions } from './004-kinds-of-sessions.ts';
import { webhooksOfTenants } from './005-webhooks-of-tenants.ts';
import { sessionsThatGo } from './006-sessions-that-go.ts';
import { listsByToolAndTime } from './007-lists-by-tool-and-time.ts';
import { tenantsApart } from './008-tenants-apart.ts';
import { marksByHour } from './009-marks-by-hour.ts';

/** The migrations in the order of their names. A migration that ran anywhere is never changed; a new one is added. */
const migrations = {
  '001-first-tables': firstTables,
  '002-leaves-of-batches': leavesOfBatches,
  '003-access-of-people': accessOfPeople,
  '004-kinds-of-sessions': kindsOfSessions,
  '005-webhooks-of-tenants': webhooksOfTenants,
  '006-sessions-that-go': sessionsThatGo,
  '007-lists-by-tool-and-time': listsByToolAndTime,
  '008-tenants-apart': tenantsApart,
  '009-marks-by-hour': marksByHour,
};

/**
 * Migrates the database to the tables of this version. Guardians that start together wait for each other.
 *
 * Throws `InterposeError` with code `migration_failed`; nothing of a failed migration stays.
 */
export async function migrate<T>(db: Kysely<T>): Promise<void> {
  const provider = { getMigrations: () => Promise.resolve(migrations) };
  const migrator = new Migrator({ db: db as Kysely<unknown>, provider });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const why = error instanceof Error ? error.message : JSON.stringify(error);
  throw new InterposeError(
    'migration_failed',
    `the tables could not be brought up to date: ${why}`,
    NEWER.test(why)
      ? 'start the version that made these tables, or a later one; this one is older'
      : 'give the user of the database the right to create tables',
    { cause: error },
  );
}

/** How Kysely says that the tables were made by a migration that this version does not have. */
const NEWER = /previously executed migration \S+ is missing/;
