export { redisStore } from './redis-store.ts';
export type { RedisClient, RedisStoreOptions } from './redis-store.ts';
