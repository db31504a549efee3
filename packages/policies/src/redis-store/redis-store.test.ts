import { describe, expect, test } from 'vitest';

import { redisStore, type RedisClient } from './index.ts';

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

const answering = (reply: unknown): RedisClient => ({ sendCommand: () => Promise.resolve(reply) });

/** Imitates an empty Redis server; `wins` is its reply to every script that writes. */
function fakeServer({ wins = 1 } = {}): {
  readonly client: RedisClient;
  readonly sent: readonly string[][];
} {
  const sent: string[][] = [];
  let mark: string | null = null;
  const answer = ([name, ...args]: string[]): unknown => {
    if (name === 'SET' && args.includes('NX')) mark = args[1] ?? null;
    if (name === 'GET') return mark;
    if (name === 'MGET') return [null, mark];
    if (name !== 'EVAL') return 'OK';
    return args.length === 4 ? [null, mark, '1700000000000000'] : wins;
  };
  const sendCommand = (args: string[]): Promise<unknown> => {
    sent.push(args);
    return Promise.resolve(answer(args));
  };
  return { client: { sendCommand }, sent };
}

describe('the store on Redis', () => {
  test.each([
    [undefined, {}],
    [{}, {}],
    [answering(1), { prefix: 1 }],
    [answering(1), { timeoutMs: 0 }],
    [answering(1), { timeoutMs: Number.NaN }],
  ])('refuses a client or options that cannot work: %j %j', (client, options) => {
    expect(() => redisStore(client as never, options as never)).toThrow('[invalid_option]');
  });

  test('sends nothing but plain commands, so that other clients can be wrapped', async () => {
    const { client, sent } = fakeServer();
    const store = redisStore(client, { prefix: 'p:' });
    await store.get('k');
    await store.set('k', 1, 5);
    await store.set('k', undefined);
    expect(await store.update('k', () => ({ a: 1 }), 7.2)).toEqual({ a: 1 });
    const mark = 'p:interpose:sentinel';
    const plain = sent.map((args) =>
      args.filter((arg) => !arg.includes('redis.call')).map((arg) => arg.replace(/:[\w-]{36}/, '')),
    );
    expect(plain).toEqual([
      ['INFO', 'memory'],
      ['MGET', 'p:k', mark],
      ['GET', mark],
      ['SET', mark, 'found', 'NX'],
      ['GET', mark],
      ['SET', 'p:k', '1', 'PX', '5'],
      ['DEL', 'p:k'],
      ['EVAL', '2', 'p:k', mark],
      ['EVAL', '2', 'p:k', mark, '', '{"a":1}', '8', 'found'],
    ]);
  });

  test.each([
    ['get', async (client: RedisClient) => redisStore(client).get('k')],
    ['update', async (client: RedisClient) => redisStore(client).update('k', () => 1)],
    ['clear', async (client: RedisClient) => redisStore(client).clear('k')],
  ])('rejects at %s when the server answers with something else', async (_, use) => {
    await expect(use(answering(Buffer.from('1')))).rejects.toThrow('[store_reply]');
  });

  test('rejects what the client rejects', async () => {
    const error = new Error('connection lost');
    const store = redisStore({ sendCommand: () => Promise.reject(error) });
    for (const use of [
      async () => store.get('k'),
      async () => store.set('k', 1),
      async () => store.update('k', () => 1),
      async () => store.clear('k'),
    ]) {
      await expect(use()).rejects.toBe(error);
    }
  });

  test('rejects when the server does not answer in time, and goes on afterwards', async () => {
    const { client } = fakeServer();
    let asked = 0;
    const store = redisStore(
      {
        sendCommand: (args) =>
          asked++ === 0 ? new Promise(() => undefined) : client.sendCommand(args),
      },
      { timeoutMs: 20 },
    );
    const first = Promise.resolve(store.update('k', () => 1)).catch(String);
    await pause(10);
    expect(await store.update('k', () => 2)).toBe(2);
    expect(await first).toContain('[store_timeout]');
  });

  test('has its time where that is longer than a timer can run', async () => {
    const { client } = fakeServer();
    const sendCommand: typeof client.sendCommand = async (args) => {
      await pause(5);
      return client.sendCommand(args);
    };
    const store = redisStore({ sendCommand }, { timeoutMs: 1e12 });
    expect(await store.update('k', () => 1)).toBe(1);
  });

  test('gives up an update that others always beat', async () => {
    const { client } = fakeServer({ wins: 0 });
    const store = redisStore(client, { timeoutMs: 40 });
    let tries = 0;
    const beaten = store.update('k', () => ++tries);
    await expect(beaten).rejects.toThrow(/\[store_(contended|timeout)\]/);
    const before = tries;
    expect(before).toBeGreaterThan(1);
    await pause(60);
    expect(tries).toBe(before);
  });

  test('listens once for the errors of a client, however many stores share it', () => {
    const heard: string[] = [];
    const client = { ...answering(1), on: (event: string) => heard.push(event) };
    redisStore(client);
    redisStore(client, { prefix: 'other:' });
    expect(heard).toEqual(['error']);
  });

  test.each(['\0', '\ud800', 'a\udfff'])('refuses the key %j', async (key) => {
    const store = redisStore(answering(null));
    await expect(store.get(key)).rejects.toThrow('[invalid_key]');
    await expect(store.update(key, () => 1)).rejects.toThrow('[invalid_key]');
  });

  test.each([
    [() => 1],
    [Symbol('s')],
    [10n],
    [{ limit: Number.NaN }],
    [[Infinity]],
    [{ denied: new Set(['refund']) }],
    [new Map([['a', 1]])],
    [[() => 1]],
    [new Error('no')],
  ])('refuses a value that is no JSON', async (value) => {
    await expect(redisStore(answering(null)).set('k', value)).rejects.toThrow('[invalid_value]');
  });

  test.each([[null], [{}], [{ a: null, b: undefined, c: [{}] }], ['{} null'], [new Date(0)]])(
    'keeps %j as JSON does',
    async (value) => {
      const { client, sent } = fakeServer();
      await redisStore(client).set('k', value);
      expect(sent.at(-1)).toEqual(['SET', 'interpose:k', JSON.stringify(value)]);
    },
  );

  test('refuses a time to live that is no number', async () => {
    await expect(redisStore(answering(null)).set('k', 1, Number.NaN)).rejects.toThrow(
      '[invalid_option]',
    );
  });
});
