import { randomUUID } from 'node:crypto';

import { memoryStore, type StateStore } from '@interpose/core';
import { Pool } from 'pg';
import { createClient } from 'redis';

import { postgresStore } from '../../src/postgres-store/index.ts';
import { redisStore } from '../../src/redis-store/index.ts';

/** Which kinds of store there are to test. */
export type StoreKind = 'memory' | 'redis' | 'postgres';

/** A store with a place of its own on its server, and how to leave that behind clean. */
export interface OpenedStore {
  readonly store: StateStore;
  /** Pass it to `openStore` in another process to get the same store. */
  readonly place: string;
  readonly close: () => Promise<void>;
}

const redisUrl = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379';
/** Where the tests find PostgreSQL. */
export const postgresUrl: string =
  process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test';

/** More than a busy machine needs. */
const timeoutMs = 20_000;

/** A place that nobody else uses. */
export function newPlace(): string {
  return `t_${randomUUID().replaceAll('-', '')}`;
}

/** Opens a store of this kind; the place tells stores of one server apart. */
export async function openStore(kind: StoreKind, place: string = newPlace()): Promise<OpenedStore> {
  if (kind === 'memory') return { store: memoryStore(), place, close: async () => undefined };
  return kind === 'redis' ? openRedis(place) : openPostgres(place);
}

async function openRedis(
  place: string,
): Promise<OpenedStore & { readonly forget: () => Promise<unknown> }> {
  const client = createClient({
    url: redisUrl,
    socket: { connectTimeout: 2000, reconnectStrategy: false },
  });
  client.on('error', () => undefined);
  await client.connect();
  return {
    store: redisStore(client, { prefix: `${place}:`, timeoutMs }),
    place,
    // Clearing a store leaves the mark that tells an empty one from a lost one.
    forget: () => client.sendCommand(['DEL', `${place}:interpose:sentinel`]),
    close: () => client.close(),
  };
}

async function openPostgres(place: string): Promise<OpenedStore> {
  const pool = new Pool({
    connectionString: postgresUrl,
    connectionTimeoutMillis: 10_000,
    max: 4,
    allowExitOnIdle: true,
  });
  pool.on('error', () => undefined);
  await pool.query('select 1');
  return {
    store: postgresStore(pool, { table: place, timeoutMs }),
    place,
    close: () => pool.end(),
  };
}

/** Removes what a place holds on its server. */
export async function wipePlace(kind: StoreKind, place: string): Promise<void> {
  if (kind === 'redis') {
    const opened = await openRedis(place);
    await opened.store.clear('');
    await opened.forget();
    await opened.close();
  }
  if (kind === 'postgres') {
    const pool = new Pool({ connectionString: postgresUrl });
    await pool.query(`drop table if exists "${place}"`);
    await pool.end();
  }
}

/** The kinds whose server is here, and why the others are missing; in CI a missing server is a failure. */
export async function findServers(
  ...kinds: StoreKind[]
): Promise<{ readonly present: readonly StoreKind[]; readonly missing: readonly string[] }> {
  const present: StoreKind[] = [];
  const missing: string[] = [];
  for (const kind of kinds) {
    try {
      await (await openStore(kind)).close();
      present.push(kind);
    } catch (error) {
      const why = `no ${kind} server at ${kind === 'redis' ? redisUrl : postgresUrl}: ${String(error)}`;
      if (process.env['CI'] === 'true') throw new Error(why, { cause: error });
      missing.push(why);
    }
  }
  return { present, missing };
}
