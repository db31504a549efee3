import { sql } from 'kysely';

import type { GuardianConfig } from '../config/config.ts';
import type { Storage, Work } from '../storage/open-storage.ts';
import { repeat, type Repeating } from '../storage/repeat.ts';
import { putNotice } from '../notices/put-notice.ts';

const EVERY_MS = 500;

/** Ends asks whose time is over, and repeats notices that are due; any number of guardians may run it. */
export class ApprovalClock {
  readonly #storage: Storage;
  readonly #hasOwnWebhook: boolean;
  readonly #looking: Repeating;

  constructor(storage: Storage, { webhookUrl }: GuardianConfig) {
    this.#storage = storage;
    this.#hasOwnWebhook = webhookUrl !== undefined;
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
    await this.#storage.within('*', (work) => expire(work));
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
        const notice = { tenant, approval: id, kind: 'escalated', at: now } as const;
        await putNotice(work, notice, this.#hasOwnWebhook);
      }
    });
  }
}

/** Ends the asks whose time is over, or this one of them. After that no guardian takes an answer, though its clock is behind. */
export async function expire(work: Work, only?: string): Promise<void> {
  const now = Date.now();
  const ended = await work
    .updateTable('approval')
    .set({ state: 'expired' })
    .where('state', '=', 'waiting')
    .where('expires_at', '<=', now)
    .$if(only !== undefined, (asks) => asks.where('id', '=', only!))
    .returning(['tenant', 'id'])
    .execute();
  for (const { tenant, id } of ended) {
    await sql`select pg_notify('interpose_approval', ${JSON.stringify({ tenant, id })})`.execute(
      work,
    );
    await putNotice(work, { tenant, approval: id, kind: 'expired', at: now }, false);
  }
}
