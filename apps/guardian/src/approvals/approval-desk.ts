import type { ApprovalAnswer, ApprovalRequest, BaseContext } from '@interpose/core';
import { sql } from 'kysely';

import type { GuardianConfig } from '../config/config.ts';
import { redactorOf } from '../decisions/redact-payload.ts';
import { callIdOf, type AskedStep } from '../decisions/step-notes.ts';
import { wireStep } from '../decisions/wire-step.ts';
import type { Storage, Work } from '../storage/open-storage.ts';
import { expire } from './approval-clock.ts';
import { answerInstead, answerOf } from './answer-of-row.ts';
import type { ApprovalRow } from './approval.ts';
import { newApproval, stepKeyOf } from './new-approval.ts';
import { putNotice } from '../notices/put-notice.ts';
import type { Waiters } from './waiters.ts';

/** The milliseconds between two looks at a waiting row, in case a notice of its answer is lost. */
const LOOK_MS = 500;

/** Lets steps wait for people: each ask is stored first, and its answer wakes the agent. */
export class ApprovalDesk {
  readonly #storage: Storage;
  readonly #config: GuardianConfig;
  readonly #waiters: Waiters;
  readonly #redact: (value: unknown) => unknown;

  constructor(storage: Storage, config: GuardianConfig, waiters: Waiters) {
    this.#storage = storage;
    this.#config = config;
    this.#waiters = waiters;
    this.#redact = redactorOf(config.redact);
  }

  /** Stores an ask and waits for its answer. The same step asked again, also at another guardian, shares the ask. */
  async ask(tenant: string, asked: AskedStep, request: ApprovalRequest): Promise<ApprovalAnswer> {
    const notes = whileWaiting(asked, request);
    const shown = this.#redact(request.value);
    const row = await this.#put(
      tenant,
      newApproval(tenant, this.#config.approvals, { notes, request, shown }),
    );
    const ended = row.state === 'waiting' ? await this.#wait(row, request) : row;
    return answerInstead(ended, notes, request) ?? answerOf(ended, { shown, real: request.value });
  }

  /** Ends the asks of a step that was denied without its policies: a yes would run nothing. */
  async withdraw(tenant: string, step: BaseContext): Promise<void> {
    const { event, chatId, agent, session, host } = step;
    const asked = { event, chatId, agent, sessionId: session.id };
    const key = stepKeyOf(asked, callIdOf(step), wireStep(host.native).stepId ?? '');
    await this.#storage.within(tenant, async (work) => {
      const ended = await work
        .updateTable('approval')
        .set({ state: 'withdrawn' })
        .where('tenant', '=', tenant)
        .where('step_key', '=', key)
        .where('state', '=', 'waiting')
        .returning('id')
        .execute();
      for (const { id } of ended) await tellOf(work, tenant, id);
    });
  }

  async #put(tenant: string, row: ApprovalRow): Promise<ApprovalRow> {
    return this.#storage.within(tenant, async (work) => {
      const made = await work
        .insertInto('approval')
        .values(row)
        .onConflict((conflict) => conflict.columns(['tenant', 'step_key', 'digest']).doNothing())
        .returningAll()
        .executeTakeFirst();
      if (made === undefined)
        return work
          .selectFrom('approval')
          .selectAll()
          .where('tenant', '=', tenant)
          .where('step_key', '=', row.step_key)
          .where('digest', '=', row.digest)
          .executeTakeFirstOrThrow();
      const notice = { tenant, approval: row.id, kind: 'asked', at: row.asked_at } as const;
      await putNotice(work, notice, this.#config.webhookUrl !== undefined);
      await tellOf(work, tenant, row.id);
      return made;
    });
  }

  /** Waits for the end of an ask. It listens before each look: the answer may come at any moment. */
  async #wait(row: ApprovalRow, { signal }: ApprovalRequest): Promise<ApprovalRow> {
    const { id, expires_at: expiresAt } = row;
    const listening = this.#waiters.listen(id);
    try {
      for (;;) {
        const leftMs = expiresAt + LOOK_MS - Date.now();
        const found = await this.#look(row, leftMs < 0);
        if (found?.state !== 'waiting') return found ?? { ...row, state: 'withdrawn' };
        // The database is away.
        if (leftMs < 0) return { ...row, state: 'expired' };
        await listening.wait(this.#storage.hears ? Math.max(leftMs, LOOK_MS) : LOOK_MS, signal);
      }
    } finally {
      listening.stop();
    }
  }

  /** Reads an ask, and ends it first if its time is over. The database may be away for a moment: the ask then keeps waiting. */
  #look(row: ApprovalRow, isOver: boolean): Promise<ApprovalRow | undefined> {
    return this.#storage
      .within(row.tenant, async (work) => {
        if (isOver) await expire(work, row.id);
        return work.selectFrom('approval').selectAll().where('id', '=', row.id).executeTakeFirst();
      })
      .catch(() => row);
  }
}

/** Tells every guardian that an ask has changed. */
async function tellOf(work: Work, tenant: string, id: string): Promise<void> {
  await sql`select pg_notify('interpose_approval', ${JSON.stringify({ tenant, id })})`.execute(
    work,
  );
}

/** Reads the request of the step now, since the step may have ended when somebody answers. */
function whileWaiting(step: AskedStep, request: ApprovalRequest): AskedStep {
  const wire = step.wireOf(request);
  return { wireOf: () => wire, answerWith: (place, answer) => step.answerWith(place, answer) };
}
