import { createHooks, type Policy, type StateStore, type Usage } from '@interpose/core';

import { circuitBreaker } from '../../src/circuit-breaker/index.ts';
import { limitRate } from '../../src/limit-rate/index.ts';
import { limitSpend } from '../../src/limit-spend/index.ts';
import { answers, askModel } from '../kit/ask-model.ts';
import { callTool, openTestChat } from '../kit/call-tool.ts';
import type { StoreKind } from './store-servers.ts';

/** What one of several processes does with the store they share; JSON. */
export interface StoreTask {
  readonly kind: StoreKind;
  readonly place: string;
  readonly work: 'count' | 'limitCalls' | 'limitTokens' | 'probe' | 'resumeOnce';
  /** How often, all at once. */
  readonly times: number;
  readonly limit?: number;
  readonly token?: string;
}

const works: Readonly<Record<StoreTask['work'], Work>> = {
  count,
  limitCalls,
  limitTokens,
  probe,
  resumeOnce,
};

type Work = (task: StoreTask, store: StateStore) => Promise<number>;

/** Does the work and tells how often it went through. */
export function runStoreTask(task: StoreTask, store: StateStore): Promise<number> {
  return works[task.work](task, store);
}

/** Adds one to a number. */
async function count({ times }: StoreTask, store: StateStore): Promise<number> {
  await Promise.all(Array.from({ length: times }, async () => store.update('count', add, 60_000)));
  return times;
}

/** Calls a tool under a rate limit that all share. */
function limitCalls({ times, limit = 1 }: StoreTask, store: StateStore): Promise<number> {
  return callUnder(limitRate({ limit, windowMs: 600_000, per: 'all', store }), times);
}

async function callUnder(policy: Policy, times: number): Promise<number> {
  const hooks = createHooks({ policies: [policy] });
  const chat = await openTestChat(hooks);
  const endings = await Promise.all(Array.from({ length: times }, () => callTool(chat)));
  await hooks.close();
  return endings.filter((ending) => ending === 'result').length;
}

const estimate = (): Usage => ({ inputTokens: 10, outputTokens: 5 });

/** Asks a model under a budget that all share; every request costs ten tokens, and fifteen are reserved for it. */
async function limitTokens({ times, limit = 0 }: StoreTask, store: StateStore): Promise<number> {
  const hooks = createHooks({
    policies: [limitSpend({ tokens: limit, windowMs: 600_000, per: 'all', store, estimate })],
  });
  const chats = await Promise.all(Array.from({ length: times }, () => openTestChat(hooks)));
  const endings = await Promise.all(
    chats.map((chat) => askModel(chat, { answer: () => answers(6, 4) })),
  );
  await hooks.close();
  return endings.filter((ending) => ending === 'hi').length;
}

const failing = (): Promise<never> => Promise.reject(new Error('still down'));

/** Calls a tool behind a circuit whose time to probe has come; the probe fails. */
async function probe({ times }: StoreTask, store: StateStore): Promise<number> {
  const hooks = createHooks({ policies: [circuitBreaker({ openMs: 600_000, store })] });
  const chat = await openTestChat(hooks);
  const endings = await Promise.all(
    Array.from({ length: times }, () => callTool(chat, 'search', failing)),
  );
  await hooks.close();
  return endings.filter((ending) => ending === 'error').length;
}

/** Answers one suspended ask, which only one answer may settle. */
async function resumeOnce({ times, token = '' }: StoreTask, store: StateStore): Promise<number> {
  const hooks = createHooks({ store });
  const settled = await Promise.allSettled(
    Array.from({ length: times }, () =>
      hooks.resume(token, { approved: true, by: crypto.randomUUID() }),
    ),
  );
  await hooks.close();
  return settled.filter(({ status }) => status === 'fulfilled').length;
}

function add(current: unknown): number {
  return Number(current ?? 0) + 1;
}
