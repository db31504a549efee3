import { createHooks } from '@interpose/core';
import { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { killSwitch, switchOff } from '../../src/kill-switch/index.ts';
import { limitRate } from '../../src/limit-rate/index.ts';
import { postgresStore, type PostgresStore } from '../../src/postgres-store/index.ts';
import { callTool, openTestChat, repeat } from '../kit/call-tool.ts';
import { findServers, newPlace, postgresUrl, wipePlace } from './store-servers.ts';

vi.setConfig({ testTimeout: 30_000 });

const { present } = await findServers('postgres');

describe.runIf(present.length > 0)('a table of PostgreSQL that', () => {
  let place: string;
  let pool: Pool;
  beforeEach(() => {
    place = newPlace();
    pool = new Pool({ connectionString: postgresUrl, max: 3 });
  });
  afterEach(async () => {
    await pool.end();
    await wipePlace('postgres', place);
  });

  /** A store as one more process has it. */
  const open = (existing = false): PostgresStore =>
    postgresStore(pool, { table: place, existing, timeoutMs: 20_000 });

  test.each(['truncate', 'delete from'])(
    'was emptied with %s denies with state_lost until somebody acknowledges it',
    async (emptying) => {
      const store = open();
      const policies = [killSwitch({ store }), limitRate({ limit: 2, windowMs: 600_000, store })];
      const chat = await openTestChat(createHooks({ policies }));
      await switchOff(store, { tool: 'refund' });
      expect(await callTool(chat, 'refund')).toBe('killed');
      expect(await repeat(3, () => callTool(chat))).toEqual(['result', 'result', 'rate_limited']);
      await pool.query(`${emptying} "${place}"`);
      expect(await callTool(chat, 'refund')).toBe('state_lost');
      expect(await repeat(2, () => callTool(chat))).toEqual(['state_lost', 'state_lost']);
      await open().acknowledgeLoss();
      expect(await callTool(chat, 'refund')).toBe('result');
    },
  );

  test('was dropped stays lost when it is created again, by a new process too', async () => {
    const store = open();
    await store.set('k', 1);
    await pool.query(`drop table "${place}"`);
    await expect(store.get('k')).rejects.toThrow('does not exist');
    await expect(store.get('k')).rejects.toThrow('[state_lost]');
    await open().set('k', 2);
    await expect(store.update('k', () => 3)).rejects.toThrow('[state_lost]');
    await store.acknowledgeLoss();
    expect(await store.get('k')).toBe(2);
  });

  test('is found empty is lost to a process that starts where it is known to hold data', async () => {
    await expect(open(true).get('k')).rejects.toThrow('[state_lost]');
    await open(true).acknowledgeLoss();
    expect(await open(true).get('k')).toBeUndefined();
  });

  test('is cleared through the store is not lost, and a value costs one statement', async () => {
    const store = open();
    await store.set('k', 1);
    await store.clear('');
    const query = vi.spyOn(pool, 'query');
    expect(await store.get('k')).toBeUndefined();
    expect(query).toHaveBeenCalledTimes(1);
  });
});
