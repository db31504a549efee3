import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Pool } from 'pg';

import type { GuardianConfig } from '../config/config.ts';
import { lockFolder } from './folder-lock.ts';
import { migrate } from './migrations/migrate.ts';
import { PgliteClient } from './pglite-client.ts';
import { PgliteDialect } from './pglite-dialect.ts';
import { parsers, PostgresListener } from './postgres-listener.ts';
import { silentSocket } from './silent-socket.ts';
import type { Tables } from './tables.ts';

/** Where the database is; milliseconds after which one that says nothing counts as away. */
type StoragePlace = Pick<GuardianConfig, 'folder' | 'databaseUrl'> & {
  readonly databaseMs?: number | undefined;
};

const DATABASE_MS = 30_000;

/** Work in one transaction for one tenant. */
export type Work = Transaction<Tables>;

/** The database, whichever it is. */
export interface Storage {
  /** For whom to work, `*` for the guardian's own work over all tenants; rows of others are not there. */
  within<T>(tenant: string, work: (work: Work) => Promise<T>): Promise<T>;
  /** Work with the rights of the user that owns the tables, such as making a partition. */
  asOwner<T>(work: (work: Work) => Promise<T>): Promise<T>;
  /** Calls the listener for every notice on this channel, from any guardian, and after a time of none with undefined. */
  listen(channel: string, listener: (payload: string | undefined) => void): Promise<void>;
  /** False while notices may be missed. */
  readonly hears: boolean;
  readonly kind: 'folder' | 'postgres';
  close(): Promise<void>;
}

/**
 * Opens PostgreSQL where the settings name one, else the embedded database in the folder, with all tables in place.
 *
 * Throws `InterposeError` with code `folder_in_use` or `migration_failed`, or what the driver says.
 */
export async function openStorage(config: StoragePlace): Promise<Storage> {
  const unlock = lockFolder(config.folder);
  const { databaseUrl, databaseMs = DATABASE_MS } = config;
  const storage = await (databaseUrl === undefined
    ? openFolder(config.folder)
    : openPostgres(databaseUrl, databaseMs));
  return {
    ...storage,
    get hears() {
      return storage.hears;
    },
    close: async () => {
      await storage.close();
      unlock();
    },
  };
}

async function openFolder(folder: string): Promise<Storage> {
  const place = join(folder, 'database');
  mkdirSync(place, { recursive: true, mode: 0o700 });
  const client = new PgliteClient(place);
  const db = new Kysely<Tables>({ dialect: new PgliteDialect(client) });
  await migrate(db);
  return {
    kind: 'folder',
    hears: true,
    within: (tenant, work) => inTenant(db, tenant, work),
    asOwner: (work) => db.transaction().execute(work),
    listen: (channel, listener) => client.listen(channel, listener),
    close: () => db.destroy(),
  };
}

async function openPostgres(url: string, silentMs: number): Promise<Storage> {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    statement_timeout: silentMs,
    stream: () => silentSocket(silentMs),
    types: parsers,
  });
  // A connection that breaks while it is idle is replaced; whoever asks next is told of what fails then.
  pool.on('error', () => undefined);
  // So does one that breaks between two statements of a transaction, and would end the process otherwise.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  await migratePatiently(url);
  const listener = new PostgresListener(url, silentMs);
  return {
    kind: 'postgres',
    get hears() {
      return listener.hears;
    },
    within: (tenant, work) => inTenant(db, tenant, work),
    asOwner: (work) => db.transaction().execute(work),
    listen: (channel, heard) => listener.listen(channel, heard),
    close: async () => {
      await listener.close();
      await db.destroy();
    },
  };
}

/** Over a connection of its own: an index of a large table takes its time, in which the database says nothing. */
async function migratePatiently(connectionString: string): Promise<void> {
  const pool = new Pool({
    connectionString,
    max: 1,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    types: parsers,
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrate(db);
  } finally {
    await db.destroy();
  }
}

async function inTenant<T>(
  db: Kysely<Tables>,
  tenant: string,
  work: (work: Work) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const role = `set_config('role', 'interpose_app', true)`;
    await sql`select set_config('interpose.tenant', ${tenant}, true), ${sql.raw(role)}`.execute(
      trx,
    );
    return work(trx);
  });
}
