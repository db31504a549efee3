export { encryptedStore } from './encrypted-store.ts';
export type { EncryptedStoreOptions } from './encrypted-store.ts';
