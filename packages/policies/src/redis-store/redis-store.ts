import { checkOptions, InterposeError, type StateStore } from '@interpose/core';

import { comparingStore, type ComparingServer } from '../shared/stores/comparing-store.ts';

const OPTIONS = Object.keys({ prefix: true, timeoutMs: true } satisfies Record<
  keyof RedisStoreOptions,
  true
>);

/**
 * The one method a Redis client needs. A client of `redis` (node-redis) has it; of `ioredis` pass
 * `{ sendCommand: ([name = '', ...rest]) => client.call(name, ...rest) }`.
 *
 * @example
 * const client: RedisClient = createClient({ url: 'redis://127.0.0.1:6379' });
 */
export interface RedisClient {
  sendCommand(args: string[]): Promise<unknown>;
}

/**
 * Options of `redisStore`.
 *
 * @example
 * const options: RedisStoreOptions = { prefix: 'shop:', timeoutMs: 1000 };
 */
export interface RedisStoreOptions {
  /** What every key on the server begins with: `interpose:`. */
  readonly prefix?: string;
  /** Milliseconds one operation may take, its retries included: 5000. */
  readonly timeoutMs?: number;
}

/**
 * A StateStore on a Redis server (6 or later), for processes that share limits, budgets, caches and approvals.
 * The client must be connected; `update` writes only what nobody else has changed meanwhile.
 *
 * @example
 * const client = await createClient({ url: 'redis://127.0.0.1:6379' }).connect();
 * const hooks = createHooks({ store: redisStore(client) });
 * @throws InterposeError `invalid_option`; its methods reject with `store_timeout`, `store_contended`, `store_reply`, or what the client throws.
 */
export function redisStore(client: RedisClient, options: RedisStoreOptions = {}): StateStore {
  checkOptions('redisStore', options, OPTIONS);
  const { prefix = 'interpose:', timeoutMs = 5000 } = options;
  if (typeof client?.sendCommand !== 'function' || typeof prefix !== 'string') {
    throw new InterposeError(
      'invalid_option',
      'redisStore needs a client with sendCommand, and a prefix that is a text',
      'pass a connected client of the package redis',
    );
  }
  return comparingStore(redisServer(client, prefix), timeoutMs);
}

/** JSON is never empty, so that an empty text can stand for nothing. */
const REPLACE = `
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

function redisServer(client: RedisClient, prefix: string): ComparingServer {
  return {
    async read(key) {
      const reply = await client.sendCommand(['GET', prefix + key]);
      if (reply === null || reply === undefined) return undefined;
      if (typeof reply === 'string') return reply;
      throw unexpected('GET', reply);
    },
    async write(key, text, ttlMs) {
      await client.sendCommand(
        text === undefined
          ? ['DEL', prefix + key]
          : ['SET', prefix + key, text, ...(ttlMs === undefined ? [] : ['PX', String(ttlMs)])],
      );
    },
    async replace(key, expected = '', text = '', ttlMs) {
      const kept = ttlMs === undefined ? '' : String(ttlMs);
      const reply = await client.sendCommand([
        'EVAL',
        REPLACE,
        '1',
        prefix + key,
        expected,
        text,
        kept,
      ]);
      if (Number(reply) === 1 || Number(reply) === 0) return Number(reply) === 1;
      throw unexpected('EVAL', reply);
    },
    removeAll: (begin) => removeAll(client, literally(prefix + begin)),
  };
}

async function removeAll(client: RedisClient, pattern: string): Promise<void> {
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
    if (keys.length > 0) await client.sendCommand(['UNLINK', ...(keys as string[])]);
    cursor = next;
  } while (cursor !== '0');
}

/** The text as a pattern of Redis that matches it alone. */
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
