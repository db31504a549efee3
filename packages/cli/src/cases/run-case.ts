import { mock } from 'node:test';

import type { DecisionRecord } from '@interpose/core';
import { openChat, toolCycle, type Chat } from '@interpose/core/adapter';
import { slotValue } from '@interpose/testing/try-policy';

import { mismatches } from './mismatches.ts';
import { payloadOf } from './payload-of.ts';
import type { MakeHooks } from './policies-of.ts';
import type { PolicyCase, Step } from './policy-case.ts';

/** The result of a case. */
export interface CaseResult {
  readonly case: PolicyCase;
  readonly ms: number;
  /** The differences from the expected result; empty if there are none. */
  readonly problems: readonly string[];
  /** The decision of every hook that ran, with its name as `policy/hook`. */
  readonly heard: readonly { readonly hook: string; readonly decision: string }[];
}

/** Runs a case in its own session; if the case has a time, the clock stands at it. */
export async function runCase(given: PolicyCase, make: MakeHooks): Promise<CaseResult> {
  const began = performance.now();
  if (given.now !== undefined) mock.timers.enable({ apis: ['Date'], now: given.now });
  try {
    const { problems, heard } = await judge(given, make);
    return { case: given, problems, heard, ms: performance.now() - began };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { case: given, problems: [problem], heard: [], ms: performance.now() - began };
  } finally {
    if (given.now !== undefined) mock.timers.reset();
  }
}

async function judge(
  given: PolicyCase,
  make: MakeHooks,
): Promise<Pick<CaseResult, 'problems' | 'heard'>> {
  const hooks = make({ approver: () => ({ approved: given.answer === 'yes' }) });
  const records: DecisionRecord[] = [];
  hooks.observe('onDecision', ({ record }) => void records.push(record));
  try {
    await hooks.ready();
    const chat = await openChat(hooks, {
      host: { framework: 'interpose-test', version: '1.0.0' },
      agent: given.agent ?? { id: 'agent' },
      ...(given.user === undefined ? {} : { user: given.user }),
    });
    for (const step of given.before) await happen(chat, step);
    const seen = records.length;
    const { event: on, payload } = payloadOf(given.step);
    const verdict = await chat.dispatch(on, payload);
    await hooks.flush();
    const record = records
      .slice(seen)
      .find(({ event, mode }) => event === on && mode === 'enforce');
    const value = slotValue(on, payload, verdict);
    const said = { decision: record?.decision ?? verdict.decision, record, value };
    const heard = records.flatMap(({ steps = [] }) =>
      steps.map(({ hook, decision }) => ({ hook, decision })),
    );
    return { problems: mismatches(given.expect, said), heard };
  } finally {
    await hooks.close();
  }
}

/** Runs a call that precedes the case completely, so that limits and histories count it. */
async function happen(chat: Chat, step: Step): Promise<void> {
  const { event, payload } = payloadOf(step);
  if (!('call' in payload) || event !== 'preToolCall') {
    await chat.dispatch(event, payload);
    return;
  }
  const { call, tool } = payload;
  await toolCycle(chat, { call, tool, index: 0, run: () => step.payload['result'] ?? '' });
}
