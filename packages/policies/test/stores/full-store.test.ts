import { createHooks, memoryStore, type StateStore } from '@interpose/core';
import {
  missingServer,
  startPostgres,
  startRedis,
  type OwnServer,
} from '@interpose/faulty-servers';
import { Pool } from 'pg';
import { createClient } from 'redis';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { postgresStore } from '../../src/postgres-store/index.ts';
import { redisStore } from '../../src/redis-store/index.ts';

vi.setConfig({ testTimeout: 120_000 });

const UNRELATED = 100_000;
const timeoutMs = 30_000;
const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Opens sessions, keeps something in each, and ends them. */
async function useSessions(store: StateStore): Promise<void> {
  const hooks = createHooks({ store });
  hooks.addHook('onTrigger', async ({ session }) => {
    await session.state.update<number>('seen', (count = 0) => count + 1);
  });
  const trigger = { kind: 'test', content: [{ type: 'text' as const, text: 'go' }] };
  for (let next = 0; next < 20; next += 1) {
    const id = `session-${next}`;
    await hooks.inSession({ id }, () => hooks.dispatch('onTrigger', { trigger }));
    await hooks.endSession(id);
  }
  await hooks.close();
}

async function started(kind: 'redis' | 'postgres'): Promise<OwnServer> {
  const server = kind === 'redis' ? await startRedis() : await startPostgres();
  closing.push(() => server.stop());
  return server;
}

const [noRedis, noPostgres] = [await missingServer('redis'), await missingServer('postgres')];

describe('sessions beside a hundred thousand keys that are not theirs', () => {
  test('ask any store for the same, and never for all of its keys', async () => {
    const asked = async (filled: number): Promise<readonly string[]> => {
      const store = memoryStore();
      for (let index = 0; index < filled; index += 1) await store.set(`unrelated:${index}`, index);
      const calls: string[] = [];
      const noting = new Proxy(store, {
        get:
          (target, name: keyof StateStore) =>
          (...given: readonly unknown[]) => {
            calls.push(`${name} ${String(given[0])}`);
            return (target[name] as (...all: readonly unknown[]) => unknown)(...given);
          },
      });
      await useSessions(noting);
      return calls;
    };
    const [empty, full] = [await asked(0), await asked(UNRELATED)];
    expect(full).toEqual(empty);
    expect(full.filter((call) => call.startsWith('clear'))).toEqual([]);
  });

  test('have Redis run the same commands, none of which looks through its keys', async ({
    skip,
  }) => {
    skip(noRedis !== undefined, noRedis);
    const { url } = await started('redis');
    const client = createClient({ url });
    const store = redisStore(client, { timeoutMs });
    await client.connect();
    closing.push(async () => client.destroy());
    const counted = async (): Promise<Readonly<Record<string, number>>> => {
      await client.sendCommand(['CONFIG', 'RESETSTAT']);
      await useSessions(store);
      const stats = await client.info('commandstats');
      const lines = [...stats.matchAll(/cmdstat_([\w|]+):calls=(\d+)/gu)];
      return Object.fromEntries(lines.map(([, name, calls]) => [name!, Number(calls)]));
    };
    // The first use of a store leaves the mark that tells an empty one from a lost one.
    await useSessions(store);
    const empty = await counted();
    await client.sendCommand(['EVAL', FILL, '0', String(UNRELATED)]);
    const full = await counted();
    expect(full).toEqual(empty);
    expect(Object.keys(full).filter((name) => /^(scan|keys)$/u.test(name))).toEqual([]);
  });

  test('have PostgreSQL read as many rows, each by its key', async ({ skip }) => {
    skip(noPostgres !== undefined, noPostgres);
    const { url } = await started('postgres');
    const pool = new Pool({ connectionString: url, max: 2 });
    closing.push(() => pool.end());
    const store = postgresStore(pool, { timeoutMs, table: 'kept' });
    await store.setup();
    const counted = async (): Promise<{ readonly whole: number; readonly rows: number }> => {
      const before = await readsOf(pool);
      await useSessions(store);
      const after = await readsOf(pool);
      return { whole: after.whole - before.whole, rows: after.rows - before.rows };
    };
    await pool.query(
      `insert into kept (key, value) select 'unrelated:' || n, n::text from generate_series(1, 100) n`,
    );
    const few = await counted();
    await pool.query(
      `insert into kept (key, value) select 'unrelated:' || n, n::text from generate_series(101, $1) n`,
      [UNRELATED],
    );
    await pool.query('vacuum analyze kept');
    const full = await counted();
    expect(full.whole).toBe(0);
    // The versions of a row that others have not cleaned up yet are read with it.
    expect(full.rows).toBeLessThanOrEqual(few.rows * 1.5 + few.whole * 100);
  });
});

const FILL = `for i = 1, ARGV[1] do redis.call('SET', 'unrelated:' .. i, i) end`;

/** How often the table was read as a whole, and how many of its rows were found by their key. */
async function readsOf(pool: Pool): Promise<{ readonly whole: number; readonly rows: number }> {
  await pool.query('select pg_stat_force_next_flush()').catch(() => undefined);
  const { rows } = await pool.query<{ whole: string; rows: string }>(
    `select seq_scan as whole, idx_tup_fetch as rows from pg_stat_user_tables where relname = 'kept'`,
  );
  return { whole: Number(rows[0]!.whole), rows: Number(rows[0]!.rows) };
}
