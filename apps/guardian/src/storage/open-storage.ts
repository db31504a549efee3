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

/** The place of the database, and the milliseconds after which a silent one counts as away. */
type StoragePlace = Pick<GuardianConfig, 'folder' | 'databaseUrl'> & {
  readonly databaseMs?: number | undefined;
};

const DATABASE_MS = 30_000;

/** A transaction for one tenant. */
export type Work = Transaction<Tables>;

/** The database, of either kind. */
export interface Storage {
  /** Works for a tenant, or with `*` for the guardian over all tenants; rows of other tenants are invisible. */
  within<T>(tenant: string, work: (work: Work) => Promise<T>): Promise<T>;
  /** Works with the rights of the owner of the tables, for example to make a partition. */
  asOwner<T>(work: (work: Work) => Promise<T>): Promise<T>;
  /** Calls the listener for every notice on this channel from any guardian, and with undefined after a gap. */
  listen(channel: string, listener: (payload: string | undefined) => void): Promise<void>;
  /** False while notices may be missed. */
  readonly hears: boolean;
  readonly kind: 'folder' | 'postgres';
  close(): Promise<void>;
}

/**
 * Opens PostgreSQL if the settings name it, else the embedded database in the folder, and creates all tables.
 *
 * Throws `InterposeError` with code `folder_in_use` or `migration_failed`, or the error of the driver.
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
  // An idle connection that breaks is replaced; the next query reports the error.
  pool.on('error', () => undefined);
  // The same for a connection that breaks between two statements of a transaction: it would end the process.
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

/** Migrates over its own connection: an index of a large table takes time, in which the database is silent. */
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
