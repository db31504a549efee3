import type { AosEvent } from '@interpose/aos';
import {
  InterposeError,
  memoryStore,
  type DecisionRecord,
  type Dict,
  type Hooks,
} from '@interpose/core';
import { joinChat } from '@interpose/core/remote';
import type { Decision, Judgement, Verdict } from '@interpose/guardian-api';

import { toDecision } from '../decisions/find-decisions.ts';
import type { Storage } from '../storage/open-storage.ts';
import { loadPolicies } from './load-policies.ts';
import type { PolicySource } from './policy-source.ts';

/** A stored step with its payload. */
export interface StoredStep {
  readonly decision: Decision;
  readonly payload: Dict;
}

/** Policies that judge stored steps, one after the other. */
export interface Judging {
  judge(step: StoredStep): Promise<Judgement>;
  /** The errors that hooks threw so far. */
  readonly failures: readonly unknown[];
  close(): Promise<void>;
}

/** Policies that judge stored steps: they share no memory with the serving ones, and ask nobody. */
export class Rejudge implements Judging {
  readonly #hooks: Hooks;
  readonly #failures: unknown[] = [];
  #last: DecisionRecord | undefined;

  private constructor(hooks: Hooks) {
    this.#hooks = hooks;
    hooks.observe('onDecision', ({ record }) => {
      this.#last = record;
    });
    hooks.observe('onHookError', ({ error }) => {
      this.#failures.push(error);
    });
  }

  static async of(source: PolicySource): Promise<Rejudge> {
    const { hooks } = await loadPolicies(source, { store: memoryStore(), approver: refuse });
    return new Rejudge(hooks);
  }

  /** The errors that hooks threw so far. */
  get failures(): readonly unknown[] {
    return this.#failures;
  }

  async judge({ decision, payload }: StoredStep): Promise<Judgement> {
    this.#last = undefined;
    const chat = joinChat(this.#hooks, {
      chatId: 'judged again',
      agent: { id: decision.agent, name: decision.agent },
      ...(decision.user === undefined ? {} : { user: { id: decision.user } }),
      host: { framework: 'aos', version: '0.1.0' },
      can: { [decision.event]: ['allow', 'deny', 'ask', 'modify'] },
    });
    // The stored payload is what a hook of this event saw, as JSON.
    await chat.dispatch(decision.event as AosEvent, payload as never);
    const last = this.#told();
    const now = verdictOf(last) ?? { decision: 'allow', by: [], codes: [] };
    const before = verdictOf(decision) ?? now;
    const same = before.decision === now.decision && before.codes.join() === now.codes.join();
    return { before, now, same, steps: last?.steps ?? [] };
  }

  #told(): DecisionRecord | undefined {
    return this.#last;
  }

  async close(): Promise<void> {
    await this.#hooks.close();
  }
}

function refuse(): { approved: false } {
  return { approved: false };
}

function verdictOf(record: Verdict | undefined): Verdict | undefined {
  if (record === undefined) return undefined;
  const { decision, by, codes, reason } = record;
  return { decision, by, codes, ...(reason === undefined ? {} : { reason }) };
}

const RECENT = 100;

interface Wanted {
  readonly id?: string;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly limit?: number;
}

/** Returns the newest steps of a tenant with stored payload, optionally within a time. */
export async function storedSteps(
  storage: Storage,
  tenant: string,
  { id, from = 0, to = Date.now() + 1000, limit = RECENT }: Wanted = {},
): Promise<readonly StoredStep[]> {
  const rows = await storage.within(tenant, (work) =>
    work
      .selectFrom('step')
      .select(['seq', 'record', 'payload'])
      .where('tenant', '=', tenant)
      .where('payload', 'is not', null)
      .where('at', '>=', from)
      .where('at', '<', to)
      .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
      .orderBy('at', 'desc')
      .orderBy('seq', 'desc')
      .limit(limit)
      .execute(),
  );
  return rows.flatMap((row) => {
    const { payload } = JSON.parse(row.payload ?? '{}') as { readonly payload?: Dict };
    return payload === undefined ? [] : [{ decision: toDecision(row), payload }];
  });
}

/**
 * Judges the last decisions with a version before it takes over.
 *
 * Throws `InterposeError` with code `policies_failing` if a hook throws.
 */
export async function dryRun(
  storage: Storage,
  tenant: string,
  open: () => Promise<Judging>,
): Promise<{ judged: number; changed: number }> {
  const steps = await storedSteps(storage, tenant);
  const judging = await open();
  try {
    let changed = 0;
    for (const step of steps) if (!(await judging.judge(step)).same) changed++;
    const [failure] = judging.failures;
    if (failure === undefined) return { judged: steps.length, changed };
    const problem = `a hook fails on one of the last ${steps.length} decisions: ${failure instanceof Error ? failure.message : 'it throws no error'}`;
    throw new InterposeError('policies_failing', problem, 'repair the hook');
  } finally {
    await judging.close();
  }
}
