import { hash } from 'node:crypto';

import type { ApprovalAnswer, ApprovalRequest, ToolCall } from '@interpose/core';
import { sql } from 'kysely';

import type { ApprovalRule, GuardianConfig } from '../config/config.ts';
import { redactorOf, storedText } from '../decisions/redact-payload.ts';
import { callIdOf, type StepNotes } from '../decisions/step-notes.ts';
import type { Storage } from '../storage/open-storage.ts';
import { answersOf, type ApprovalRow } from './approval.ts';
import { restoreValues } from './restore-values.ts';
import type { Waiters } from './waiters.ts';

/** How long a row is looked at again where no notice of its answer may come. */
const LOOK_MS = 500;

/** Where steps wait for people: each ask is written down first, and whoever answers it wakes the agent. */
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

  /** Puts an ask and waits for its answer. The same step asked again, also at another guardian, waits for the same one. */
  async ask(tenant: string, notes: StepNotes, request: ApprovalRequest): Promise<ApprovalAnswer> {
    const shown = this.#redact(request.value);
    const row = await this.#put(tenant, this.#rowOf(tenant, notes, request, shown));
    const ended = row.state === 'waiting' ? await this.#wait(row, request) : row;
    return answerOf(ended, { shown, real: request.value });
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
      const notice = {
        tenant,
        approval: row.id,
        kind: 'asked',
        attempts: 0,
        next_at: row.asked_at,
      };
      if (this.#config.webhookUrl !== undefined)
        await work
          .insertInto('notice')
          .values({ id: crypto.randomUUID(), ...notice, done_at: null, error: null })
          .execute();
      await sql`select pg_notify('interpose_approval', ${JSON.stringify({ tenant, id: row.id })})`.execute(
        work,
      );
      return made;
    });
  }

  #rowOf(tenant: string, notes: StepNotes, request: ApprovalRequest, shown: unknown): ApprovalRow {
    const { event, sessionId, chatId, agent, user, tool, by, value, digest } = request;
    const callId = callIdOf({ call: value });
    const step = notes.wireOf(chatId, event, callId)?.stepId ?? request.token;
    const {
      quorum = 1,
      role = 'approver',
      expiresMs,
      escalateAfterMs,
    } = this.#ruleOf(request) ?? {};
    const now = Date.now();
    const args = event === 'preToolCall' ? (shown as ToolCall).args : shown;
    return {
      id: crypto.randomUUID(),
      tenant,
      session_id: sessionId,
      chat_id: chatId,
      step_key: hash('sha256', JSON.stringify([sessionId, chatId, event, callId, step])),
      agent: agent.name ?? agent.id,
      user_id: user?.id ?? null,
      event,
      tool: tool?.name ?? null,
      args: storedText(args),
      question: request.reason,
      by_names: by,
      state: 'waiting',
      digest,
      asked_at: now,
      expires_at: Math.min(request.expiresAt, expiresMs === undefined ? Infinity : now + expiresMs),
      needed: quorum,
      role,
      answers: '[]',
      outcome: null,
      conversation: '[]',
      escalate_at: escalateAfterMs === undefined ? null : now + escalateAfterMs,
      escalated_at: null,
    };
  }

  /** The first rule that fits. */
  #ruleOf({ by, tool }: ApprovalRequest): ApprovalRule | undefined {
    return this.#config.approvals.find(
      (rule) =>
        (rule.tool === undefined || rule.tool === tool?.name) &&
        (rule.by === undefined || by.some((name) => fits(name, rule.by ?? ''))),
    );
  }

  async #wait(row: ApprovalRow, { signal }: ApprovalRequest): Promise<ApprovalRow> {
    const { id, tenant, expires_at: expiresAt } = row;
    for (;;) {
      const waitMs = this.#storage.hears ? Math.max(expiresAt - Date.now(), 0) + LOOK_MS : LOOK_MS;
      await this.#waiters.wait(id, waitMs, signal);
      const found = await this.#storage
        .within(tenant, (work) =>
          work.selectFrom('approval').selectAll().where('id', '=', id).executeTakeFirst(),
        )
        // The database may be away for a moment; the ask waits on.
        .catch(() => row);
      if (found === undefined || found.state !== 'waiting')
        return found ?? { ...row, state: 'withdrawn' };
      if (expiresAt + LOOK_MS < Date.now()) return { ...row, state: 'expired' };
    }
  }
}

/** `*` stands for any text. */
function fits(name: string, pattern: string): boolean {
  const parts = pattern
    .split('*')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(name);
}

interface Outcome {
  readonly change?: unknown;
  readonly result?: unknown;
}

function answerOf(
  row: ApprovalRow,
  { shown, real }: { readonly shown: unknown; readonly real: unknown },
): ApprovalAnswer {
  const last = answersOf(row).at(-1);
  const by = last === undefined ? {} : { by: last.by };
  const words = last?.words;
  const { change, result } = (row.outcome === null ? {} : JSON.parse(row.outcome)) as Outcome;
  switch (row.state) {
    case 'approved':
      return { approved: true, ...by, digest: row.digest };
    case 'changed': {
      const value = row.event === 'preToolCall' ? { ...(shown as ToolCall), args: change } : change;
      const restored = restoreValues(value, shown, real);
      if (restored !== undefined)
        return { approved: true, ...by, digest: row.digest, change: restored.value };
      return {
        approved: false,
        ...by,
        reason: 'The change holds a placeholder of a value that was not shown.',
      };
    }
    case 'answered':
      return {
        approved: false,
        ...by,
        reason: typeof result === 'string' ? result : JSON.stringify(result),
      };
    case 'denied':
      return { approved: false, ...by, ...(words === undefined ? {} : { reason: words }) };
    default:
      return { approved: false, reason: 'Nobody answered in time.' };
  }
}
