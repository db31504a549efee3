import { createHooks } from '@interpose/core';
import { missingServer, startRedis, type OwnServer } from '@interpose/faulty-servers';
import { createClient } from 'redis';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { killSwitch, switchOff } from '../../src/kill-switch/index.ts';
import { limitRate } from '../../src/limit-rate/index.ts';
import {
  redisStore,
  type RedisStore,
  type RedisStoreOptions,
} from '../../src/redis-store/index.ts';
import { callTool, openTestChat, repeat } from '../kit/call-tool.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const missing = await missingServer('redis');

for (const why of missing === undefined ? [] : [missing]) {
  test(`a full store is not tested: ${why}`, ({ skip }) => {
    expect(why).not.toBe('');
    skip(why);
  });
}

describe.skipIf(missing !== undefined)('a Redis whose memory is full', () => {
  let server: OwnServer;
  let client: ReturnType<typeof createClient>;
  beforeEach(async () => {
    server = await startRedis();
    client = createClient({ url: server.url });
  });
  afterEach(async () => {
    client.destroy();
    await server.stop();
  });

  const run = (...args: string[]) => client.sendCommand(args);

  async function open(policy: string, options: RedisStoreOptions = {}): Promise<RedisStore> {
    const store = redisStore(client, options);
    await client.connect();
    await run('CONFIG', 'SET', 'maxmemory', '3mb', 'maxmemory-policy', policy);
    return store;
  }

  /** Fills the server with what is not ours, while our mark stays in use. */
  async function fill(store: RedisStore): Promise<void> {
    for (let n = 0; n < 3000; n++) {
      await run('SET', `other-${n}`, 'x'.repeat(2000)).catch(() => undefined);
      if (n % 2 === 0) await Promise.resolve(store.get('in-use')).catch(() => undefined);
    }
  }

  test.each(['allkeys-lru', 'allkeys-random', 'volatile-ttl'])(
    'and which then drops keys is refused: %s',
    async (policy) => {
      const store = await open(policy);
      for (const use of [
        async () => store.get('k'),
        async () => store.set('k', 1),
        async () => store.update('k', () => 1),
        async () => switchOff(store),
      ]) {
        await expect(use()).rejects.toThrow('[store_evicts]');
      }
      await run('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
      expect(await store.update('k', () => 1)).toBe(1);
    },
  );

  test('lets nothing pass that it cannot count, and forgets no switch', async () => {
    const store = await open('noeviction');
    const policies = [killSwitch({ store }), limitRate({ limit: 2, windowMs: 600_000, store })];
    const chat = await openTestChat(createHooks({ policies }), { session: { id: 's' } });
    await switchOff(store, { tool: 'refund' });
    expect(await callTool(chat)).toBe('result');
    await fill(store);
    expect(await callTool(chat, 'refund')).toBe('killed');
    const ends = await repeat(5, () => callTool(chat));
    expect(ends.filter((end) => end === 'result').length).toBeLessThanOrEqual(1);
    await run('FLUSHALL');
    expect(await callTool(chat)).toBe('state_lost');
  });

  test('and without a limit may have any policy', async () => {
    const store = await open('allkeys-lru');
    await run('CONFIG', 'SET', 'maxmemory', '0');
    expect(await store.update('k', () => 1)).toBe(1);
  });

  test('may drop what only is cached, where that was said', async () => {
    const store = await open('allkeys-lru', { mayEvict: true });
    await store.set('k', 1);
    expect(await store.get('k')).toBe(1);
  });

  test('which begins to drop keys later is refused within a minute', async () => {
    const store = await open('noeviction');
    await store.set('k', 1);
    await run('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lfu');
    expect(await store.get('k')).toBe(1);
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 60_000);
    await expect(store.get('k')).rejects.toThrow('[store_evicts]');
    clock.mockRestore();
  });

  test('whose user may not ask it is refused, with what to do', async () => {
    await client.connect();
    await run('ACL', 'SETUSER', 'app', 'on', 'nopass', '~*', '+@all', '-info');
    const app = createClient({ url: server.url, username: 'app', password: 'any' });
    const store = redisStore(app);
    await app.connect();
    await expect(store.get('k')).rejects.toThrow(/store_evicts.*allow INFO/);
    app.destroy();
  });
});
