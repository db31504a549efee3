import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';

import { freshDatabase } from '../../test/fresh-database.ts';
import { eventually } from '../../test/sign-in.ts';
import { openStorage } from './open-storage.ts';

const database = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), 'interpose-slow-migration-'));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database?.drop();
});

/** Milliseconds after which a silent database counts as away, for statements and for the socket. */
const SILENT_MS = 100;
const SOCKET_MS = SILENT_MS + 1000;

describe.skipIf(database === undefined)('tables that take long to bring up to date', () => {
  test('are waited for, longer than a database may say nothing otherwise', async () => {
    const open = (databaseMs: number): ReturnType<typeof openStorage> =>
      openStorage({ folder, databaseUrl: database!.url, databaseMs });
    await open(30_000).then((storage) => storage.close());
    const other = new Client({ connectionString: database!.url });
    await other.connect();
    await other.query('begin');
    await other.query('lock table kysely_migration in access exclusive mode');
    const opened = open(SILENT_MS);
    await eventually(async () => {
      await other.query('select pg_stat_clear_snapshot()');
      const { rows } = await other.query<{ readonly ms: number }>(
        `select extract(epoch from clock_timestamp() - query_start)::float8 * 1000 as ms from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`,
      );
      return rows.find(({ ms }) => ms > SOCKET_MS * 1.5);
    });
    await other.query('commit');
    await other.end();
    const storage = await opened;
    expect(storage.kind).toBe('postgres');
    await storage.close();
  });
});

test.skipIf(database === undefined)(
  'tables of a later version are refused, with what to start instead',
  async () => {
    const open = () => openStorage({ folder: join(folder, 'older'), databaseUrl: database!.url });
    mkdirSync(join(folder, 'older'));
    await open().then((storage) => storage.close());
    const other = new Client({ connectionString: database!.url });
    await other.connect();
    await other.query(`insert into kysely_migration values ('999-of-later', now()::text)`);
    await other.end();
    await expect(open()).rejects.toThrow(
      /^\[migration_failed\] .*; start the version that made these tables/,
    );
  },
);
