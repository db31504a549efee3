import { checkOptions, InterposeError, type StateStore } from '@interpose/core';

import { andThen } from '../shared/values/and-then.ts';
import { Sealer } from './sealer.ts';

const OPTIONS = Object.keys({ keys: true } satisfies Record<keyof EncryptedStoreOptions, true>);

/**
 * Options of `encryptedStore`.
 *
 * @example
 * const options: EncryptedStoreOptions = { keys: [process.env['STATE_KEY'] ?? ''] };
 */
export interface EncryptedStoreOptions {
  /** Keys of 32 bytes, as bytes or in base64. The first one encrypts, all decrypt, so that you can rotate keys. */
  readonly keys: readonly (string | Uint8Array)[];
}

/**
 * A StateStore that encrypts every value (AES-256-GCM) before another store keeps it: vaults of redaction, approvals
 * with their arguments, all state of hooks. The names of keys stay readable.
 *
 * @example
 * const store = encryptedStore(redisStore(client), { keys: [process.env['STATE_KEY'] ?? ''] });
 * const hooks = createHooks({ store, policies: [redactPersonal()] });
 * @throws InterposeError `invalid_option`; its methods throw `state_unreadable` for a value that none of the keys opens.
 */
export function encryptedStore(store: StateStore, options: EncryptedStoreOptions): StateStore;
export function encryptedStore(
  store: StateStore,
  options: EncryptedStoreOptions,
  ...more: readonly unknown[]
): StateStore {
  checkOptions('encryptedStore', options, OPTIONS, more);
  if (typeof store?.get !== 'function' || typeof store.update !== 'function')
    throw new InterposeError(
      'invalid_option',
      'encryptedStore needs a store to keep what it encrypts',
      'pass redisStore(client), postgresStore(pool) or a StateStore of your own',
    );
  const sealer = new Sealer(options?.keys);
  return {
    get: (key) => andThen(store.get(key), (sealed) => sealer.open(key, sealed)),
    set: (key, value, ttlMs) => store.set(key, sealer.seal(key, value), ttlMs),
    update(key, change, ttlMs) {
      let last: unknown;
      const changeSealed = (current: unknown, now?: number): unknown => {
        last = change(sealer.open(key, current), now);
        return sealer.seal(key, last);
      };
      return andThen(store.update(key, changeSealed, ttlMs), () => last);
    },
    clear: (prefix) => store.clear(prefix),
  };
}
