import { setImmediate as turn } from 'node:timers/promises';

import { createHooks, type Hooks } from '@interpose/core';
import { openChat, type Chat } from '@interpose/core/adapter';

import { CALL, makeHooks, type BenchContext, type BenchHook } from './make-hooks.ts';

const DISPATCHES = 20;
const TOOL = { name: CALL.name, origin: 'local', known: true, enabled: true } as const;

/** Runs this many sessions at once, each with twenty dispatches and a turn of the loop between them. */
export type RunSessions = (sessions: number) => Promise<unknown>;

/** Sessions whose dispatches are a plain loop over the hooks. */
export function bareSessions(hooks: readonly BenchHook[]): RunSessions {
  const ctx = { call: CALL } as BenchContext;
  return (sessions) => Promise.all(Array.from({ length: sessions }, () => bareSession(hooks, ctx)));
}

async function bareSession(hooks: readonly BenchHook[], ctx: BenchContext): Promise<unknown> {
  let answer: unknown;
  for (let dispatch = 0; dispatch < DISPATCHES; dispatch += 1) {
    for (const hook of hooks) answer ??= hook(ctx);
    await turn();
  }
  return answer;
}

/** Sessions of one shared registry: a chat each, opened, used and ended. */
export function ourSessions(hooks: readonly BenchHook[]): RunSessions {
  const registry = createHooks();
  // oxlint-disable-next-line no-unnecessary-type-assertion -- the types refuse this hook
  for (const hook of hooks) registry.addHook('preToolCall', hook as never);
  return (sessions) =>
    Promise.all(Array.from({ length: sessions }, (_, index) => ourSession(registry, index)));
}

async function ourSession(registry: Hooks, index: number): Promise<unknown> {
  const chat = await openBenchChat(registry, `session-${index}`);
  let verdict: unknown;
  for (let dispatch = 0; dispatch < DISPATCHES; dispatch += 1) {
    verdict = await chat.dispatch('preToolCall', { call: CALL, tool: TOOL });
    await turn();
  }
  await chat.end({ kind: 'done', reason: 'completed' });
  await registry.endSession(chat.session.id);
  return verdict;
}

const HOST = { framework: 'bench', version: '1' } as const;
const AGENT = { id: 'bench' } as const;

/** A chat in a session of this id. */
export async function openBenchChat(hooks: Hooks, id: string): Promise<Chat> {
  return openChat(hooks, { host: HOST, agent: AGENT, hostSession: { id } });
}

/** The twenty policies that all sessions share. */
export function sharedHooks(): Promise<readonly BenchHook[]> {
  return makeHooks('sync', 20);
}
