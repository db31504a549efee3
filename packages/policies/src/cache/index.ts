export { cache } from './cache.ts';
export type { CacheOptions } from './cache-options.ts';
