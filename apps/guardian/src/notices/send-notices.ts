import { sql, type Selectable } from 'kysely';

import { toShortApproval, type ApprovalRow } from '../approvals/approval.ts';
import type { Storage } from '../storage/open-storage.ts';
import type { Tables } from '../storage/tables.ts';
import { repeat, type Repeating } from '../storage/repeat.ts';
import { callWebhook, type WebhookTarget } from './call-webhook.ts';
import { noteDelivery } from './webhooks-of-tenant.ts';

const EVERY_MS = 250;
const LEASE_MS = 30_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 300_000;
const TRIES = 12;
/** The most open calls of one webhook: one that does not answer must not use up memory. */
const MOST_OPEN = 10;

/** An empty list is not valid SQL. */
const NO_WEBHOOK = '-';

interface Due {
  readonly notice: string;
  readonly kind: string;
  readonly attempts: number;
  readonly approval: ApprovalRow;
  /** The webhook of the tenant; undefined for the one of the settings. */
  readonly webhook: string | undefined;
  readonly target: WebhookTarget | undefined;
}

/** Sends due notices, signed, with longer and longer waits until they are taken; one guardian at a time sends each. */
export class NoticeSender {
  readonly #storage: Storage;
  readonly #own: WebhookTarget | undefined;
  readonly #console: () => string;
  readonly #looking: Repeating;
  /** The open calls, each with its webhook; an empty text stands for the webhook of the settings. */
  readonly #open = new Map<Promise<void>, string>();

  /** Takes the webhook of the settings, if there is one, and the address of the console. */
  constructor(storage: Storage, own: WebhookTarget | undefined, console: () => string) {
    this.#storage = storage;
    this.#own = own;
    this.#console = console;
    this.#looking = repeat(EVERY_MS, () => this.#look());
  }

  async stop(): Promise<void> {
    await this.#looking.stop();
    await Promise.all(this.#open.keys());
  }

  /**
   * Begins to send claimed notices, and waits for none: a webhook that does not answer must not hold up those of others.
   * If the database goes away, a claimed notice is due again when its lease ends.
   */
  async #look(): Promise<void> {
    for (const due of await this.#claim()) {
      const call = this.#send(due)
        .catch(() => undefined)
        .finally(() => this.#open.delete(call));
      this.#open.set(call, due.webhook ?? '');
    }
  }

  /** The webhooks that have no room for a further call. */
  #busy(): readonly string[] {
    const open = [...this.#open.values()];
    return [...new Set(open)].filter(
      (one) => open.filter((each) => each === one).length >= MOST_OPEN,
    );
  }

  async #claim(): Promise<readonly Due[]> {
    const now = Date.now();
    const busy = this.#busy();
    return this.#storage.within('*', async (work) => {
      const claimed = await work
        .updateTable('notice')
        .set({ next_at: now + LEASE_MS })
        .where('id', 'in', (e) =>
          e
            .selectFrom('notice')
            .select('id')
            .where('done_at', 'is', null)
            .where('next_at', '<=', now)
            .where(sql<string>`coalesce(webhook, '')`, 'not in', [...busy, NO_WEBHOOK])
            .orderBy('next_at')
            .limit(10)
            .forUpdate()
            .skipLocked(),
        )
        .returning(['id', 'kind', 'attempts', 'approval', 'webhook'])
        .execute();
      const due: Due[] = [];
      for (const { id, kind, attempts, approval, webhook } of claimed) {
        const ask = work.selectFrom('approval').selectAll().where('id', '=', approval);
        const called = work.selectFrom('webhook').selectAll().where('id', '=', webhook);
        const found = webhook === null ? undefined : await called.executeTakeFirst();
        due.push({
          notice: id,
          kind,
          attempts,
          approval: await ask.executeTakeFirstOrThrow(),
          webhook: webhook ?? undefined,
          target: webhook === null ? this.#own : found && targetOf(found),
        });
      }
      return due;
    });
  }

  async #send({ notice, kind, attempts, approval, webhook, target }: Due): Promise<void> {
    const link = new URL(`/approvals/${approval.id}`, this.#console()).href;
    const delivery =
      target === undefined
        ? { failing: 'the settings name no webhook' }
        : await callWebhook(target, { kind, approval: toShortApproval(approval), link });
    const now = Date.now();
    const tries = attempts + 1;
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** attempts, LONGEST_WAIT_MS);
    const isOver = delivery.failing === undefined || tries >= TRIES;
    const sent = {
      attempts: tries,
      error: delivery.failing ?? null,
      next_at: now + waitMs,
      done_at: isOver ? now : null,
    };
    await this.#storage.within('*', async (work) => {
      await work.updateTable('notice').set(sent).where('id', '=', notice).execute();
      if (webhook !== undefined) await noteDelivery(work, webhook, delivery);
    });
  }
}

/** Returns the target of a webhook's row. */
export function targetOf({ url, secret, format }: Selectable<Tables['webhook']>): WebhookTarget {
  return { url, secret, format: format === 'slack' ? 'slack' : 'json' };
}
