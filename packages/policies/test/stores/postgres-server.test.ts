import { Pool } from 'pg';
import { describe, expect, test, vi } from 'vitest';

import { postgresStore } from '../../src/postgres-store/index.ts';
import { findServers, newPlace, postgresUrl, wipePlace } from './store-servers.ts';

vi.setConfig({ testTimeout: 30_000 });

const { present } = await findServers('postgres');

describe.runIf(present.length > 0)('the store on PostgreSQL', () => {
  test('loses no update where transactions are serialisable by default', async () => {
    const place = newPlace();
    const pools = [0, 1, 2].map(
      () =>
        new Pool({
          connectionString: postgresUrl,
          options: '-c default_transaction_isolation=serializable',
          max: 2,
        }),
    );
    const stores = pools.map((pool) => postgresStore(pool, { table: place, timeoutMs: 20_000 }));
    const isolation = await pools[0]!.query('show transaction_isolation');
    expect(isolation.rows).toEqual([{ transaction_isolation: 'serializable' }]);
    await Promise.all(
      Array.from({ length: 60 }, async (_, n) =>
        stores[n % 3]!.update('k', (current) => Number(current ?? 0) + 1),
      ),
    );
    expect(await stores[0]!.get('k')).toBe(60);
    await Promise.all(pools.map((pool) => pool.end()));
    await wipePlace('postgres', place);
  });

  test('sweeps rows whose time is over, and no others', async () => {
    const place = newPlace();
    const pool = new Pool({ connectionString: postgresUrl, max: 1 });
    const store = postgresStore(pool, { table: place });
    await store.set('short', 1, 1);
    await store.set('long', 1, 60_000);
    await store.set('ever', 1);
    await pool.query('select pg_sleep(0.01)');
    expect([await store.sweep(), await store.sweep()]).toEqual([1, 0]);
    const { rows } = await pool.query(`select key from "${place}" order by key`);
    expect(rows).toEqual([{ key: 'ever' }, { key: 'interpose:sentinel' }, { key: 'long' }]);
    await pool.end();
    await wipePlace('postgres', place);
  });
});
