import { sql } from 'kysely';

import type { GuardianConfig } from '../config/config.ts';
import type { Storage } from '../storage/open-storage.ts';
import { repeat, type Repeating } from '../storage/repeat.ts';
import { putNotice } from './put-notice.ts';

const EVERY_MS = 500;

/** Ends asks whose time is up, and tells again of those that are due for it; any number of guardians may do so. */
export class ApprovalClock {
  readonly #storage: Storage;
  readonly #tellsPeople: boolean;
  readonly #looking: Repeating;

  constructor(storage: Storage, { webhookUrl }: GuardianConfig) {
    this.#storage = storage;
    this.#tellsPeople = webhookUrl !== undefined;
    this.#looking = repeat(EVERY_MS, () => this.#look());
  }

  stop(): Promise<void> {
    return this.#looking.stop();
  }

  async #look(): Promise<void> {
    await this.#expire();
    await this.#escalate();
  }

  async #expire(): Promise<void> {
    await this.#storage.within('*', (work) =>
      sql`with ended as (update approval set state = 'expired' where state = 'waiting' and expires_at <= ${Date.now()}
        returning tenant, id)
        select pg_notify('interpose_approval', json_build_object('tenant', tenant, 'id', id)::text) from ended`.execute(
        work,
      ),
    );
  }

  async #escalate(): Promise<void> {
    const now = Date.now();
    await this.#storage.within('*', async (work) => {
      const due = await work
        .updateTable('approval')
        .set({ escalated_at: now })
        .where('state', '=', 'waiting')
        .where('escalated_at', 'is', null)
        .where('escalate_at', '<=', now)
        .returning(['tenant', 'id'])
        .execute();
      for (const { tenant, id } of due) {
        await sql`select pg_notify('interpose_approval', ${JSON.stringify({ tenant, id })})`.execute(
          work,
        );
        if (!this.#tellsPeople) continue;
        await putNotice(work, { tenant, approval: id, kind: 'escalated', at: now });
      }
    });
  }
}
