import { createHmac } from 'node:crypto';

import type { Storage } from '../storage/open-storage.ts';
import { repeat, type Repeating } from '../storage/repeat.ts';
import { toApproval, type Approval, type ApprovalRow } from './approval.ts';

/** Where people are told of asks. */
export interface WebhookOptions {
  readonly url: string;
  readonly secret: string;
  readonly format: 'json' | 'slack';
  /** The address of the console. */
  readonly console: () => string;
}

const EVERY_MS = 250;
const LEASE_MS = 30_000;
const ANSWER_MS = 10_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 300_000;
const TRIES = 12;

interface Due {
  readonly notice: string;
  readonly kind: string;
  readonly attempts: number;
  readonly approval: ApprovalRow;
}

/** Sends what is due, signed, and again with longer waits until it is taken; one guardian sends each notice at a time. */
export class Webhook {
  readonly #storage: Storage;
  readonly #options: WebhookOptions;
  readonly #looking: Repeating;

  constructor(storage: Storage, options: WebhookOptions) {
    this.#storage = storage;
    this.#options = options;
    this.#looking = repeat(EVERY_MS, () => this.#look());
  }

  stop(): Promise<void> {
    return this.#looking.stop();
  }

  /** What was claimed and could not be sent, since the database went away, is due again when its lease ends. */
  async #look(): Promise<void> {
    for (const due of await this.#claim()) await this.#send(due);
  }

  async #claim(): Promise<readonly Due[]> {
    const now = Date.now();
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
            .orderBy('next_at')
            .limit(10)
            .forUpdate()
            .skipLocked(),
        )
        .returning(['id', 'kind', 'attempts', 'approval'])
        .execute();
      const due: Due[] = [];
      for (const { id, kind, attempts, approval } of claimed) {
        const row = await work
          .selectFrom('approval')
          .selectAll()
          .where('id', '=', approval)
          .executeTakeFirstOrThrow();
        due.push({ notice: id, kind, attempts, approval: row });
      }
      return due;
    });
  }

  async #send({ notice, kind, attempts, approval }: Due): Promise<void> {
    const error = await this.#post(kind, toApproval(approval));
    const now = Date.now();
    const tries = attempts + 1;
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** attempts, LONGEST_WAIT_MS);
    const isOver = error === undefined || tries >= TRIES;
    await this.#storage.within('*', (work) =>
      work
        .updateTable('notice')
        .set({
          attempts: tries,
          error: error ?? null,
          next_at: now + waitMs,
          done_at: isOver ? now : null,
        })
        .where('id', '=', notice)
        .execute(),
    );
  }

  async #post(kind: string, approval: Approval): Promise<string | undefined> {
    const { url, secret, format } = this.#options;
    const link = new URL(`/approvals/${approval.id}`, this.#options.console()).href;
    const body = JSON.stringify(
      format === 'slack' ? slackMessage(kind, approval, link) : { kind, approval, link },
    );
    const at = Date.now();
    const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'interpose-signature': `t=${at},v1=${signature}`,
        },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      await response.body?.cancel();
      return response.ok ? undefined : `status ${response.status}`;
    } catch (error) {
      return (error as Error).message;
    }
  }
}

/** A message for an incoming webhook of Slack: what is asked, and a button that leads to the answer. */
function slackMessage(
  kind: string,
  { tool, event, agent, question }: Approval,
  link: string,
): object {
  const head = `${kind === 'escalated' ? 'Still waiting: ' : ''}${agent} asks: ${tool ?? event}`;
  const text = { type: 'mrkdwn', text: `*${escaped(head)}*\n${escaped(question)}` };
  const button = { type: 'button', text: { type: 'plain_text', text: 'Answer' }, url: link };
  return {
    text: head,
    blocks: [
      { type: 'section', text },
      { type: 'actions', elements: [button] },
    ],
  };
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .slice(0, 2900);
}
