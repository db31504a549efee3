import { describe, expect, test } from 'vitest';

import { findSuspended, toolCycle, type ToolOutcome, type ToolStep } from '../../src/adapter.ts';
import { ask, createHooks, memoryStore, type Hooks } from '../../src/index.ts';
import { openTestChat } from '../open-test-chat.ts';
import { pauseFor } from '../pause-for.ts';
import { sampleCall } from '../sample-values.ts';
import { askingHooks } from '../suspended-call.ts';
import { toolStep } from '../tool-step.ts';

type Step = Partial<ToolStep<unknown>>;

/** Runs the call of the one id that all these sessions use. Without an id, the session is made for the chat. */
async function run(hooks: Hooks, id?: string, step: Step = {}): Promise<ToolOutcome<unknown>> {
  const session = id === undefined ? {} : { session: { id } };
  return toolCycle(await openTestChat(hooks, { ...session, suspends: true }), toolStep(step));
}

async function suspend(hooks: Hooks, id?: string, step: Step = {}): Promise<string> {
  const outcome = await run(hooks, id, step);
  if (outcome.kind !== 'suspended') throw new Error(`the call was not suspended: ${outcome.kind}`);
  return outcome.token;
}

const resumed = { resumed: true } as const;
const ambiguous = { denial: { code: 'approval_ambiguous' } };

describe('law 5: sessions that use one call id', () => {
  test('get their own answers, in any order', async () => {
    const hooks = askingHooks();
    const [a, b] = [await suspend(hooks, 'a'), await suspend(hooks, 'b')];
    await hooks.resume(a, { approved: false, reason: 'not a' });
    await hooks.resume(b, { approved: true });
    expect((await run(hooks, 'b', resumed)).kind).toBe('result');
    expect(await run(hooks, 'a', resumed)).toMatchObject({ denial: { reason: 'not a' } });
  });

  test('keep their question, and hear that a yes is for another value, when one of them was settled', async () => {
    const hooks = askingHooks();
    await suspend(hooks, 'a');
    await suspend(hooks, 'b');
    expect((await run(hooks, 'b', { ...resumed, approval: 'yes' })).kind).toBe('result');
    const other = { ...resumed, approval: 'yes', call: sampleCall({ cents: 7 }) } as const;
    expect(await run(hooks, 'a', other)).toMatchObject({ denial: { code: 'approval_mismatch' } });
    expect(await findSuspended(hooks, 'call-1')).toMatchObject({ sessionId: 'a' });
  });

  test('are not joined by a chat that names none of them', async () => {
    const hooks = askingHooks();
    await suspend(hooks, 'a');
    await suspend(hooks, 'b');
    expect(await findSuspended(hooks, 'call-1')).toBeUndefined();
  });

  test('are refused if they are made for their chats, since nobody can tell whose answer it is', async () => {
    const hooks = askingHooks();
    const [a, b] = [await suspend(hooks), await suspend(hooks)];
    await hooks.resume(a, { approved: true });
    await hooks.resume(b, { approved: false });
    expect(await run(hooks, undefined, resumed)).toMatchObject(ambiguous);
    expect(await run(hooks, undefined, { ...resumed, approval: 'yes' })).toMatchObject(ambiguous);
  });

  test('give no answer to a chat that was never asked', async () => {
    const hooks = askingHooks();
    await hooks.resume(await suspend(hooks), { approved: true });
    expect((await run(hooks)).kind).toBe('suspended');
  });

  test('wait as long as each of them may, whichever was asked last', async () => {
    const store = memoryStore();
    const short = createHooks({ store });
    short.addHook('preToolCall', () => ask('?', { timeoutMs: 10 }));
    const long = askingHooks({ store });
    await suspend(long, 'a');
    await suspend(short, 'b');
    await pauseFor(20);
    expect(await findSuspended(long, 'call-1')).toMatchObject({ sessionId: 'a' });
  });
});
