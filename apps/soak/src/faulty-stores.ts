import { memoryStore, type StateStore } from '@interpose/core';
import {
  missingServer,
  openProxy,
  startPostgres,
  startRedis,
  type FaultyProxy,
} from '@interpose/faulty-servers';
import { postgresStore } from '@interpose/policies/postgres-store';
import { redisStore } from '@interpose/policies/redis-store';
import { Pool } from 'pg';
import { createClient } from 'redis';

/** A store, with the proxy that makes it fail. */
export interface FaultyStore {
  readonly kind: string;
  readonly store: StateStore;
  /** Undefined for memory, which has no connection. */
  readonly proxy: FaultyProxy | undefined;
  readonly close: () => Promise<void>;
}

/** The timeout in milliseconds: longer than a server needs, shorter than an app would wait. */
const timeoutMs = 400;

/** Opens a store of each kind. Servers run behind proxies, if their programs are installed on this machine. */
export async function openStores(): Promise<readonly FaultyStore[]> {
  const memory = {
    kind: 'memory',
    store: memoryStore(),
    proxy: undefined,
    close: async () => undefined,
  };
  const redis = (await missingServer('redis')) === undefined ? [await openRedis()] : [];
  const postgres = (await missingServer('postgres')) === undefined ? [await openPostgres()] : [];
  return [memory, ...redis, ...postgres];
}

async function openRedis(): Promise<FaultyStore> {
  const server = await startRedis();
  const proxy = await openProxy(server.port);
  const client = createClient({
    url: `redis://127.0.0.1:${proxy.port}`,
    socket: { reconnectStrategy: 20, connectTimeout: 500 },
    disableOfflineQueue: true,
  });
  const store = redisStore(client, { timeoutMs });
  await client.connect();
  return {
    kind: 'redis',
    store,
    proxy,
    async close() {
      client.destroy();
      await proxy.close();
      await server.stop();
    },
  };
}

async function openPostgres(): Promise<FaultyStore> {
  const server = await startPostgres();
  const proxy = await openProxy(server.port);
  const pool = new Pool({
    connectionString: `postgres://postgres@127.0.0.1:${proxy.port}/postgres`,
    connectionTimeoutMillis: 500,
    max: 4,
  });
  const store = postgresStore(pool, { timeoutMs });
  return {
    kind: 'postgres',
    store,
    proxy,
    async close() {
      proxy.mode = 'pass';
      proxy.cut();
      await pool.end();
      await proxy.close();
      await server.stop();
    },
  };
}
