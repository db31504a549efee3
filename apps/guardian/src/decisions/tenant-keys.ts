import { randomBytes } from 'node:crypto';

import { ONLY_TENANT } from '../policies/policy-layer.ts';
import type { Storage } from '../storage/open-storage.ts';

/** The keys for hashing the payloads of tenants, so that nobody can guess small values from the chain. */
export class TenantKeys {
  readonly #storage: Storage;
  readonly #keys = new Map<string, string>();

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** Creates the default tenant if it is missing, and loads the keys of all tenants. */
  load(): Promise<void> {
    return this.make(ONLY_TENANT, 'Default');
  }

  /** Creates a tenant if it is missing. */
  async make(tenant: string, name: string): Promise<void> {
    const rows = await this.#storage.within('*', async (work) => {
      await work
        .insertInto('tenant')
        .values(newTenant(tenant, name))
        .onConflict((c) => c.doNothing())
        .execute();
      return work.selectFrom('tenant').select(['id', 'payload_key']).execute();
    });
    for (const { id, payload_key: key } of rows) this.#keys.set(id, key);
  }

  /** Returns the key of a tenant; undefined for a tenant that was just created elsewhere. */
  of(tenant: string): string | undefined {
    const known = this.#keys.get(tenant);
    if (known === undefined) void this.load().catch(() => undefined);
    return known;
  }
}

/** Returns the row of a new tenant. */
function newTenant(
  id: string,
  name: string,
): { id: string; name: string; created_at: number; payload_key: string; settings: string } {
  return {
    id,
    name,
    created_at: Date.now(),
    payload_key: randomBytes(32).toString('hex'),
    settings: '{}',
  };
}
