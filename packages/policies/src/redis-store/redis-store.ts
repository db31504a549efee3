import { checkOptions, InterposeError, type StateStore } from '@interpose/core';

import { listenForErrors } from '../shared/stores/listen-for-errors.ts';
import { comparingStore, type ComparingServer } from '../shared/stores/comparing-store.ts';
import { MARK_KEY, Sentinel } from '../shared/stores/sentinel.ts';
import { withinTime } from '../shared/stores/within-time.ts';
import { KeptKeys } from './kept-keys.ts';
import type { RedisClient } from './redis-client.ts';
import { markAt } from './redis-mark.ts';

const OPTIONS = Object.keys({
  prefix: true,
  timeoutMs: true,
  existing: true,
  mayEvict: true,
} satisfies Record<keyof RedisStoreOptions, true>);

/**
 * Options of `redisStore`.
 *
 * @example
 * const options: RedisStoreOptions = { prefix: 'shop:', timeoutMs: 1000 };
 */
export interface RedisStoreOptions {
  /** The prefix of every key on the server. Default: `interpose:`. */
  readonly prefix?: string;
  /** Milliseconds that one operation may take, including its retries. Default: 5000. */
  readonly timeoutMs?: number;
  /** True when the store already holds data: then an empty server has lost it. Default: false. */
  readonly existing?: boolean;
  /** True when the server may drop keys if its memory is full: for a store that only caches. Default: false. */
  readonly mayEvict?: boolean;
}

/**
 * A StateStore on Redis that reports when the server has lost its data.
 *
 * @example
 * const store: RedisStore = redisStore(client);
 * await store.acknowledgeLoss();
 */
export interface RedisStore extends StateStore {
  /** Continues with an empty store after a loss, in every process that shares the store. */
  acknowledgeLoss(): Promise<void>;
}

/**
 * A StateStore on a Redis server (6 or later), for processes that share limits, budgets, caches and approvals. `update`
 * writes only if nobody else has changed the value meanwhile. When the server loses its data, every read rejects with
 * `state_lost` until `acknowledgeLoss` is called.
 *
 * @example
 * const client = await createClient({ url: 'redis://127.0.0.1:6379' }).connect();
 * const hooks = createHooks({ store: redisStore(client) });
 * @throws InterposeError `invalid_option`; its methods reject with `store_timeout`, `store_contended`, `store_reply`, `store_evicts`, `state_lost`, or what the client throws.
 */
export function redisStore(client: RedisClient, options?: RedisStoreOptions): RedisStore;
export function redisStore(
  client: RedisClient,
  options: RedisStoreOptions = {},
  ...more: readonly unknown[]
): RedisStore {
  checkOptions('redisStore', options, OPTIONS, more);
  const { prefix = 'interpose:', timeoutMs = 5000, existing = false, mayEvict = false } = options;
  if (typeof client?.sendCommand !== 'function' || typeof prefix !== 'string') {
    throw new InterposeError(
      'invalid_option',
      'redisStore needs a client with sendCommand, and a prefix that is a text',
      'pass a connected client of the package redis',
    );
  }
  listenForErrors(client);
  const markKey = prefix + MARK_KEY;
  const sentinel = new Sentinel(markAt(client, markKey), existing);
  const kept = new KeptKeys(client, mayEvict);
  return {
    ...comparingStore(checked(kept, redisServer(client, prefix, sentinel, markKey)), timeoutMs),
    acknowledgeLoss: () => withinTime(timeoutMs, () => sentinel.acknowledge()),
  };
}

/** Writes a value if nothing changed. An empty text stands for no value, since JSON is never empty. */
const REPLACE = `
if redis.call('GET', KEYS[2]) ~= ARGV[4] then return 0 end
local current = redis.call('GET', KEYS[1])
if ARGV[1] == '' then
  if current then return 0 end
elseif current ~= ARGV[1] then
  return 0
end
if ARGV[2] == '' then
  redis.call('DEL', KEYS[1])
elseif ARGV[3] == '' then
  redis.call('SET', KEYS[1], ARGV[2])
else
  redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
end
return 1`;

/** Returns the value, the mark, and the time of the server in microseconds. */
const READ = `
local time = redis.call('TIME')
return { redis.call('GET', KEYS[1]), redis.call('GET', KEYS[2]), time[1] .. string.format('%06d', time[2]) }`;

function redisServer(
  client: RedisClient,
  prefix: string,
  sentinel: Sentinel,
  markKey: string,
): ComparingServer {
  return {
    async read(key) {
      const reply = await client.sendCommand(['MGET', prefix + key, markKey]);
      const [text, mark] = textsOf('MGET', reply, 2);
      await sentinel.check(mark);
      return text;
    },
    async readAt(key) {
      const reply = await client.sendCommand(['EVAL', READ, '2', prefix + key, markKey]);
      const [text, mark, microseconds] = textsOf('EVAL', reply, 3);
      await sentinel.check(mark);
      return { text, now: Number(microseconds) / 1000 };
    },
    async write(key, text, ttlMs) {
      await sentinel.note();
      await client.sendCommand(
        text === undefined
          ? ['DEL', prefix + key]
          : ['SET', prefix + key, text, ...(ttlMs === undefined ? [] : ['PX', String(ttlMs)])],
      );
    },
    async replace(key, expected = '', text = '', ttlMs) {
      const keys = ['2', prefix + key, markKey];
      const kept = ttlMs === undefined ? '' : String(ttlMs);
      const given = [expected, text, kept, sentinel.seen];
      const reply = Number(await client.sendCommand(['EVAL', REPLACE, ...keys, ...given]));
      if (reply === 1 || reply === 0) return reply === 1;
      throw unexpected('EVAL', reply);
    },
    removeAll: (begin) => removeAll(client, literally(prefix + begin), markKey),
  };
}

/** Makes sure that the server keeps its keys before anything is read or written there. */
function checked(kept: KeptKeys, server: ComparingServer): ComparingServer {
  const afterCheck = async <T>(use: () => Promise<T>): Promise<T> => {
    await kept.check();
    return use();
  };
  const first = <T>(use: () => Promise<T>): Promise<T> => (kept.isDue ? afterCheck(use) : use());
  return {
    ...server,
    read: (key) => first(() => server.read(key)),
    readAt: (key) => first(() => server.readAt(key)),
    write: (key, text, ttlMs) => first(() => server.write(key, text, ttlMs)),
  };
}

/** Removes every key that matches, except one. */
async function removeAll(client: RedisClient, pattern: string, but: string): Promise<void> {
  let cursor = '0';
  do {
    const reply = await client.sendCommand([
      'SCAN',
      cursor,
      'MATCH',
      `${pattern}*`,
      'COUNT',
      '500',
    ]);
    const [next, keys] = Array.isArray(reply) ? (reply as readonly unknown[]) : [];
    if (typeof next !== 'string' || !Array.isArray(keys)) throw unexpected('SCAN', reply);
    const removed = (keys as string[]).filter((key) => key !== but);
    if (removed.length > 0) await client.sendCommand(['UNLINK', ...removed]);
    cursor = next;
  } while (cursor !== '0');
}

/** Returns the texts of a reply; undefined for each missing value. */
function textsOf(command: string, reply: unknown, length: number): readonly (string | undefined)[] {
  if (!Array.isArray(reply) || reply.length !== length) throw unexpected(command, reply);
  return reply.map((part: unknown) => {
    if (part === null || part === undefined) return undefined;
    if (typeof part === 'string') return part;
    throw unexpected(command, part);
  });
}

/** Returns a Redis pattern that matches only this text. */
function literally(text: string): string {
  return text.replaceAll(/[\\*?[\]]/g, String.raw`\$&`);
}

function unexpected(command: string, reply: unknown): InterposeError {
  return new InterposeError(
    'store_reply',
    `Redis answered ${command} with ${typeof reply}, which this store does not understand`,
    'pass a client that gives texts, without a type mapping of its own',
  );
}
