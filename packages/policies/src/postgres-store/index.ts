export type { PostgresClient } from './postgres-client.ts';
export { postgresStore } from './postgres-store.ts';
export type { PostgresStore, PostgresStoreOptions } from './postgres-store.ts';
