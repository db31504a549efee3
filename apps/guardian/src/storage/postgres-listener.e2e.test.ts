import { Client } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';

import { freshDatabase } from '../../test/fresh-database.ts';
import { eventually } from '../../test/sign-in.ts';
import { PostgresListener } from './postgres-listener.ts';

const database = await freshDatabase();

describe.skipIf(database === undefined)('the connection for notices', () => {
  afterAll(() => database?.drop());

  test('is one, whoever else listens while it is made, lost or made again', async () => {
    const url = new URL(database!.url);
    url.searchParams.set('application_name', 'listens');
    const listener = new PostgresListener(url.href, 5000);
    const heard: string[] = [];
    const listen = (channel: string): Promise<void> =>
      listener.listen(channel, (payload) => payload && void heard.push(`${channel} ${payload}`));
    await Promise.all([listen('one'), listen('two')]);
    const client = new Client(database!.url);
    await client.connect();
    const open = async (): Promise<readonly number[]> => {
      const text = `select pid from pg_stat_activity where application_name = 'listens'`;
      return (await client.query<{ pid: number }>(text)).rows.map(({ pid }) => pid);
    };
    const [first, ...others] = await open();
    expect(others).toEqual([]);
    await client.query('select pg_terminate_backend($1)', [first]);
    await eventually(() => Promise.resolve(!listener.hears));
    await listen('three');
    await new Promise((resolve) => {
      setTimeout(resolve, 600);
    });
    expect(await open()).toHaveLength(1);
    for (const channel of ['one', 'two', 'three']) await client.query(`notify ${channel}, 'hello'`);
    await eventually(() => Promise.resolve(heard.length >= 3));
    expect(heard).toEqual(['one hello', 'two hello', 'three hello']);
    await listener.close();
    await eventually(async () => (await open()).length === 0);
    await client.end();
  });

  test('that is closed while it is made leaves nothing open', async () => {
    const url = new URL(database!.url);
    url.searchParams.set('application_name', 'closes');
    const listener = new PostgresListener(url.href, 5000);
    const listening = listener.listen('one', () => undefined).catch(() => undefined);
    await listener.close();
    await listening;
    expect(listener.hears).toBe(false);
  });
});
