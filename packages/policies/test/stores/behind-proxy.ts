import type { StateStore } from '@interpose/core';
import type { FaultyProxy } from '@interpose/faulty-servers';
import { Pool } from 'pg';
import { createClient } from 'redis';

import { postgresStore } from '../../src/postgres-store/index.ts';
import { redisStore } from '../../src/redis-store/index.ts';

const timeoutMs = 500;

/** A store behind a proxy that can make it fail. */
export interface Opened {
  readonly store: StateStore;
  readonly close: () => Promise<void>;
}

/** A Redis store whose calls give up soon. */
export async function openRedis({ port }: FaultyProxy): Promise<Opened> {
  const client = createClient({
    url: `redis://127.0.0.1:${port}`,
    socket: { reconnectStrategy: 20, connectTimeout: 500 },
  });
  const store = redisStore(client, { timeoutMs });
  await client.connect();
  return { store, close: async () => client.destroy() };
}

/** A PostgreSQL store whose calls give up soon. */
export function openPostgres({ port }: FaultyProxy): Opened {
  const pool = new Pool({
    connectionString: `postgres://postgres@127.0.0.1:${port}/postgres`,
    connectionTimeoutMillis: 500,
    max: 2,
  });
  return { store: postgresStore(pool, { timeoutMs }), close: () => pool.end() };
}
