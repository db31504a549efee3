import type { StateStore } from '@interpose/core';

import { Pool } from 'pg';
import { createClient } from 'redis';

import { postgresStore } from '../../src/postgres-store/index.ts';
import { redisStore } from '../../src/redis-store/index.ts';

const timeoutMs = 500;

/** Where something stands before a server: here, or on a host of its own. */
interface Place {
  readonly address?: string;
  readonly port: number;
}

/** A store behind a proxy that can make it fail. */
export interface Opened {
  readonly store: StateStore;
  readonly close: () => Promise<void>;
}

/** A Redis store whose calls give up soon. */
export async function openRedis({ address = '127.0.0.1', port }: Place): Promise<Opened> {
  const client = createClient({
    url: `redis://${address}:${port}`,
    socket: { reconnectStrategy: 20, connectTimeout: 500 },
  });
  const store = redisStore(client, { timeoutMs });
  await client.connect();
  return { store, close: async () => client.destroy() };
}

/** A PostgreSQL store whose calls give up soon. */
export function openPostgres({ address = '127.0.0.1', port }: Place): Opened {
  const pool = new Pool({
    connectionString: `postgres://postgres@${address}:${port}/postgres`,
    connectionTimeoutMillis: 500,
    max: 2,
  });
  return { store: postgresStore(pool, { timeoutMs }), close: () => pool.end() };
}
