import { sql } from 'kysely';

import type { GuardianConfig } from '../config/config.ts';
import type { Storage } from '../storage/open-storage.ts';

const EVERY_MS = 500;

/** Ends asks whose time is up, and tells again of those that are due for it; any number of guardians may do so. */
export class ApprovalClock {
  readonly #storage: Storage;
  readonly #tellsPeople: boolean;
  readonly #timer: ReturnType<typeof setInterval>;
  #isBusy = false;

  constructor(storage: Storage, { webhookUrl }: GuardianConfig) {
    this.#storage = storage;
    this.#tellsPeople = webhookUrl !== undefined;
    this.#timer = setInterval(() => void this.#look(), EVERY_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      await this.#expire();
      await this.#escalate();
    } catch {
      // The database is away; the next look comes.
    } finally {
      this.#isBusy = false;
    }
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
        const notice = { tenant, approval: id, kind: 'escalated', attempts: 0, next_at: now };
        await work
          .insertInto('notice')
          .values({ id: crypto.randomUUID(), ...notice, done_at: null, error: null })
          .execute();
      }
    });
  }
}
