/**
 * The one method that a Redis client needs. A client of `redis` (node-redis) has it; for `ioredis` pass `{ sendCommand:
 * ([name = '', ...rest]) => client.call(name, ...rest) }`.
 *
 * @example
 * const client: RedisClient = createClient({ url: 'redis://127.0.0.1:6379' });
 */
export interface RedisClient {
  sendCommand(args: string[]): Promise<unknown>;
  /** If present, the store listens for `error`, so that a lost connection does not end the process. */
  on?(event: 'error', listener: (error: unknown) => void): unknown;
}
