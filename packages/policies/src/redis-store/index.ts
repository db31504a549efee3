export { redisStore } from './redis-store.ts';
export type { RedisClient } from './redis-client.ts';
export type { RedisStore, RedisStoreOptions } from './redis-store.ts';
