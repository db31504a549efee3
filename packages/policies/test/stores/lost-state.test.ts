import { createHooks } from '@interpose/core';
import { missingServer, startRedis, type OwnServer } from '@interpose/faulty-servers';
import { createClient } from 'redis';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { killSwitch, switchOff } from '../../src/kill-switch/index.ts';
import { limitRate } from '../../src/limit-rate/index.ts';
import { redisStore, type RedisStore } from '../../src/redis-store/index.ts';
import { callTool, openTestChat, repeat } from '../kit/call-tool.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const missing = await missingServer('redis');

for (const why of missing === undefined ? [] : [missing]) {
  test(`a lost store is not tested: ${why}`, ({ skip }) => {
    expect(why).not.toBe('');
    skip(why);
  });
}

describe.skipIf(missing !== undefined)('a Redis that restarts without its data', () => {
  let server: OwnServer;
  const clients: { destroy(): void }[] = [];
  beforeEach(async () => {
    server = await startRedis();
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.destroy();
    await server.stop();
  });

  /** A store as one more process has it. */
  async function connect(options: { readonly existing?: boolean } = {}): Promise<RedisStore> {
    const client = createClient({ url: server.url, socket: { reconnectStrategy: 20 } });
    clients.push(client);
    const store = redisStore(client, options);
    await client.connect();
    return store;
  }

  async function restart(): Promise<void> {
    await server.stop();
    server = await startRedis(server.port);
  }

  test('denies with state_lost until somebody acknowledges it, and a kill switch stays thrown', async () => {
    const store = await connect();
    const policies = [killSwitch({ store }), limitRate({ limit: 2, windowMs: 600_000, store })];
    const chat = await openTestChat(createHooks({ policies }));
    await switchOff(store, { tool: 'refund' });
    expect(await callTool(chat, 'refund')).toBe('killed');
    expect(await repeat(3, () => callTool(chat))).toEqual(['result', 'result', 'rate_limited']);
    await restart();
    expect(await callTool(chat, 'refund')).toBe('state_lost');
    expect(await repeat(2, () => callTool(chat))).toEqual(['state_lost', 'state_lost']);
    await store.acknowledgeLoss();
    expect(await callTool(chat, 'refund')).toBe('result');
  });

  test('denies each limit by itself, and what only the limit needs', async () => {
    const store = await connect();
    const policies = [limitRate({ limit: 1, windowMs: 600_000, store })];
    const chat = await openTestChat(createHooks({ policies }));
    expect(await repeat(2, () => callTool(chat))).toEqual(['result', 'rate_limited']);
    await restart();
    expect(await callTool(chat)).toBe('state_lost');
  });

  test('stays lost for those who knew it when a new process fills it again', async () => {
    const store = await connect();
    await store.set('k', 1);
    await restart();
    const later = await connect();
    await later.set('k', 2);
    expect(await later.get('k')).toBe(2);
    await expect(store.get('k')).rejects.toThrow('[state_lost]');
    await expect(store.update('k', () => 3)).rejects.toThrow('[state_lost]');
  });

  test('is acknowledged for all by one, from whichever process, and only once', async () => {
    const [one, two] = [await connect(), await connect()];
    await one.set('k', 1);
    expect(await two.get('k')).toBe(1);
    await restart();
    const operator = await connect();
    await operator.acknowledgeLoss();
    for (const store of [one, two]) expect(await store.get('k')).toBeUndefined();
    await restart();
    for (const store of [one, two]) await expect(store.get('k')).rejects.toThrow('[state_lost]');
  });

  test('is told from a new one also by a process that starts, where it is known to hold data', async () => {
    const fresh = await connect();
    expect(await fresh.get('k')).toBeUndefined();
    expect(await (await connect({ existing: true })).get('k')).toBeUndefined();
    await restart();
    const starting = await connect({ existing: true });
    await expect(starting.get('k')).rejects.toThrow('[state_lost]');
    await starting.acknowledgeLoss();
    expect(await starting.get('k')).toBeUndefined();
  });

  test('is not what clearing the store is', async () => {
    const store = await connect();
    await store.set('k', 1);
    await store.clear('');
    expect(await store.get('k')).toBeUndefined();
  });
});
