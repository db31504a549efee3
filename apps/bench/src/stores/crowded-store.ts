import { randomUUID } from 'node:crypto';

import { memoryStore, type StateStore } from '@interpose/core';
import { postgresStore } from '@interpose/policies/postgres-store';
import { redisStore } from '@interpose/policies/redis-store';
import { Pool } from 'pg';
import { createClient } from 'redis';

import { BenchError } from '../bench-error.ts';

/** Two stores of one kind: the one is empty, the other holds keys that have nothing to do with the sessions measured. */
export interface StorePair {
  readonly empty: StateStore;
  readonly crowded: StateStore;
  /** Removes everything that was written for this pair. */
  readonly close: () => Promise<void>;
}

/** Opens a pair of this kind. Redis and PostgreSQL are those of `REDIS_URL` and `DATABASE_URL`, or the local defaults. */
export const storePairs: Readonly<Record<string, (unrelated: number) => Promise<StorePair>>> = {
  memory: memoryPair,
  Redis: redisPair,
  PostgreSQL: postgresPair,
};

async function memoryPair(unrelated: number): Promise<StorePair> {
  const crowded = memoryStore();
  for (let index = 0; index < unrelated; index += 1) await crowded.set(`unrelated:${index}`, index);
  return { empty: memoryStore(), crowded, close: async () => undefined };
}

/** Two databases of one server, since a search through keys sees those of its database only. */
const EMPTY_DATABASE = 14;
const CROWDED_DATABASE = 15;
/** Keys that one script writes or removes; a longer one would hold the server up. */
const CHUNK = 50_000;
const FILL = `for i = ARGV[1], ARGV[2] do redis.call('SET', ARGV[3] .. 'unrelated:' .. i, i) end`;
const EMPTY = `for i = ARGV[1], ARGV[2] do redis.call('DEL', ARGV[3] .. 'unrelated:' .. i) end`;

async function redisPair(unrelated: number): Promise<StorePair> {
  const prefix = `bench-${randomUUID()}:`;
  const [empty, crowded] = await Promise.all(
    [EMPTY_DATABASE, CROWDED_DATABASE].map(async (database) => {
      const url = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379';
      const client = createClient({ url, database, socket: { reconnectStrategy: false } });
      client.on('error', () => undefined);
      return reached('Redis', 'REDIS_URL', client.connect());
    }),
  );
  if (empty === undefined || crowded === undefined) throw new TypeError('two clients were opened');
  const inChunks = async (script: string): Promise<void> => {
    for (let from = 0; from < unrelated; from += CHUNK) {
      const last = Math.min(from + CHUNK, unrelated) - 1;
      await crowded.sendCommand(['EVAL', script, '0', String(from), String(last), prefix]);
    }
  };
  const stores = [empty, crowded].map((client) => redisStore(client, { prefix }));
  await inChunks(FILL);
  return {
    empty: stores[0]!,
    crowded: stores[1]!,
    close: async () => {
      // First, since clearing a store looks at every key of the database.
      await inChunks(EMPTY);
      for (const store of stores) await store.clear('');
      // Clearing a store leaves the mark that tells an empty one from a lost one.
      for (const client of [empty, crowded])
        await client.sendCommand(['DEL', `${prefix}interpose:sentinel`]);
      await Promise.all([empty.close(), crowded.close()]);
    },
  };
}

async function postgresPair(unrelated: number): Promise<StorePair> {
  const connectionString = process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test';
  const pool = new Pool({ connectionString, max: 2 });
  const name = `bench_${randomUUID().replaceAll('-', '')}`;
  const tables = [`${name}_empty`, `${name}_crowded`];
  const stores = tables.map((table) => postgresStore(pool, { table }));
  await reached('PostgreSQL', 'DATABASE_URL', stores[0]!.setup());
  await stores[1]!.setup();
  await pool.query(
    `insert into ${tables[1]} (key, value) select 'unrelated:' || n, n::text from generate_series(1, $1) n`,
    [unrelated],
  );
  for (const table of tables) await pool.query(`vacuum analyze ${table}`);
  return {
    empty: stores[0]!,
    crowded: stores[1]!,
    close: async () => {
      for (const table of tables) await pool.query(`drop table ${table}`);
      await pool.end();
    },
  };
}

async function reached<T>(server: string, variable: string, opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (cause) {
    throw new BenchError(
      'bench_no_server',
      `no ${server} answers: ${String(cause)}`,
      `start one, or say where it is with ${variable}`,
    );
  }
}
