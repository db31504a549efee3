import { randomBytes } from 'node:crypto';

import { ONLY_TENANT } from '../policies/policy-layer.ts';
import type { Storage } from '../storage/open-storage.ts';

/** The keys under which the payloads of tenants are hashed, so that small values cannot be guessed from the chain. */
export class TenantKeys {
  readonly #storage: Storage;
  readonly #keys = new Map<string, string>();

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** Makes sure that there is the tenant that every guardian has, and knows the keys of all. */
  load(): Promise<void> {
    return this.make(ONLY_TENANT, 'Default');
  }

  /** Makes a tenant where there is none of this name. */
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

  /** The key of a tenant; undefined for one that was made elsewhere a moment ago. */
  of(tenant: string): string | undefined {
    const known = this.#keys.get(tenant);
    if (known === undefined) void this.load().catch(() => undefined);
    return known;
  }
}

/** The row of a new tenant. */
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
