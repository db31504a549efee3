import { describe, expect, test } from 'vitest';

import { postgresStore, type PostgresClient } from './index.ts';

interface Spy extends PostgresClient {
  readonly sent: string[];
}

const MARK = 'found:1';

function answering(answer: (statement: string) => readonly unknown[]): Spy {
  const sent: string[] = [];
  return {
    sent,
    query(statement) {
      sent.push(statement);
      if (statement.includes('to_regclass')) return Promise.resolve({ rows: [{ found: true }] });
      if (statement.startsWith('select value')) return Promise.resolve({ rows: [{ value: MARK }] });
      if (statement.startsWith('select'))
        return Promise.resolve({ rows: [{ value: null, mark: MARK, now: 0 }] });
      return Promise.resolve({ rows: answer(statement) });
    },
  };
}

describe('the store on PostgreSQL', () => {
  test.each([
    [undefined, {}],
    [{}, {}],
    [answering(() => []), { table: '' }],
    [answering(() => []), { table: 'a.b.c' }],
    [answering(() => []), { table: 'x"; drop table y; --' }],
    [answering(() => []), { table: 'a'.repeat(64) }],
    [answering(() => []), { table: 7 }],
    [answering(() => []), { timeoutMs: -1 }],
  ])('refuses a client or options that cannot work', (client, options) => {
    expect(() => postgresStore(client as never, options as never)).toThrow('[invalid_option]');
  });

  test('looks for its table once, and makes none where there is one', async () => {
    const client = answering(() => []);
    const store = postgresStore(client, { table: 'agents.state' });
    await Promise.all([store.get('a'), store.get('b'), store.setup()]);
    expect(client.sent.filter((statement) => statement.includes('to_regclass'))).toHaveLength(1);
    expect(client.sent.some((statement) => statement.includes('create table'))).toBe(false);
    expect(client.sent.at(-1)).toContain('"agents"."state"');
  });

  test('looks again when the first time failed', async () => {
    let fails = true;
    const client: PostgresClient = {
      query: () =>
        fails
          ? Promise.reject(new Error('starting up'))
          : Promise.resolve({ rows: [{ found: true, value: '1' }] }),
    };
    const store = postgresStore(client);
    await expect(store.get('k')).rejects.toThrow('starting up');
    fails = false;
    expect(await store.get('k')).toBe(1);
  });

  test('looks again when the first time never ended', async () => {
    let hangs = true;
    const client: PostgresClient = {
      query: () =>
        hangs
          ? new Promise(() => undefined)
          : Promise.resolve({ rows: [{ found: true, value: '1' }] }),
    };
    const store = postgresStore(client, { timeoutMs: 20 });
    await expect(store.get('k')).rejects.toThrow('[store_timeout]');
    hangs = false;
    await expect.poll(() => store.get('k')).toBe(1);
  });

  test('takes a serialisation failure for a lost race, and any other error for an error', async () => {
    let losses = 2;
    const client = answering(() => {
      if (losses-- > 0) throw Object.assign(new Error('could not serialize'), { code: '40001' });
      return [1];
    });
    expect(await postgresStore(client).update('k', () => 'v')).toBe('v');
    const broken = answering(() => {
      throw Object.assign(new Error('disk full'), { code: '53100' });
    });
    await expect(postgresStore(broken).update('k', () => 'v')).rejects.toThrow('disk full');
  });

  test('sweeps by itself now and then, and a failed sweep fails nothing', async () => {
    const client = answering((statement) => {
      if (statement.includes('skip locked')) throw new Error('no sweep today');
      return [];
    });
    const store = postgresStore(client);
    for (let n = 0; n < 1000; n++) await store.set('k', n);
    expect(client.sent.filter((statement) => statement.includes('skip locked'))).toHaveLength(1);
    expect(await store.get('k')).toBeUndefined();
    await expect(store.sweep()).rejects.toThrow('no sweep today');
  });
});
