import { describe, expect, test } from 'vitest';

import { findSuspended, toolCycle, type ToolOutcome } from '../../src/adapter.ts';
import {
  ask,
  createHooks,
  deny,
  memoryStore,
  type Approver,
  type Hooks,
  type ResumeAnswer,
} from '../../src/index.ts';
import { completeChat, openTestChat } from '../open-test-chat.ts';
import { pauseFor } from '../pause-for.ts';
import { sampleCall } from '../sample-values.ts';
import { askingHooks, resumeCall, suspendCall, suspendingChat } from '../suspended-call.ts';
import { toolStep } from '../tool-step.ts';

async function answer(hooks: Hooks, given: ResumeAnswer): Promise<ToolOutcome<unknown>> {
  await hooks.resume(await suspendCall(hooks), given);
  return resumeCall(hooks);
}

describe('law 5: suspension', () => {
  test('is what an ask means where the host can and no approver is set', async () => {
    const outcome = await toolCycle(await suspendingChat(askingHooks()), toolStep());
    expect(outcome).toMatchObject({ kind: 'suspended', reason: 'sure?', call: sampleCall() });
  });

  test('shows the call as the hooks left it', async () => {
    const hooks = askingHooks();
    hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, args: { cents: 1 } } }));
    const outcome = await toolCycle(await suspendingChat(hooks), toolStep());
    expect(outcome).toMatchObject({ call: sampleCall({ cents: 1 }) });
  });

  test('may be what an inline approver answers', async () => {
    const approver: Approver = () => ({ suspend: true });
    expect(
      (await toolCycle(await suspendingChat(askingHooks({ approver })), toolStep())).kind,
    ).toBe('suspended');
    const unable = await openTestChat(askingHooks({ approver }));
    expect(await toolCycle(unable, toolStep())).toMatchObject({
      denial: { code: 'suspend_unsupported' },
    });
  });

  test('exists at preToolCall only', async () => {
    const hooks = createHooks();
    hooks.addHook('onToolCallResult', () => ask('?'));
    expect(await toolCycle(await suspendingChat(hooks), toolStep())).toMatchObject({
      denial: { code: 'approver_unavailable' },
    });
  });

  test('lets the call run once it was approved', async () => {
    expect(await answer(askingHooks(), { approved: true })).toMatchObject({ result: 'done' });
  });

  test('denies the call that was refused, with the reason given', async () => {
    expect(await answer(askingHooks(), { approved: false, reason: 'no' })).toMatchObject({
      denial: { code: 'approval_refused', reason: 'no' },
    });
  });

  test('runs the gate again with a changed call', async () => {
    const hooks = askingHooks();
    hooks.addHook('preToolCall', ({ call }) =>
      call.args['cents'] === 1 ? deny('one') : undefined,
    );
    const changed = await answer(hooks, { approved: true, change: sampleCall({ cents: 1 }) });
    expect(changed).toMatchObject({ kind: 'denied', denial: { reason: 'one' } });
  });

  test('takes each token once, and the same answer again until it was used', async () => {
    const hooks = askingHooks();
    const token = await suspendCall(hooks);
    for (let sent = 0; sent < 2; sent++) await hooks.resume(token, { approved: true });
    expect((await resumeCall(hooks)).kind).toBe('result');
    await expect(hooks.resume(token, { approved: true })).rejects.toMatchObject({
      code: 'token_unknown',
    });
    await expect(hooks.resume('forged', { approved: true })).rejects.toThrow(
      '[token_unknown] no suspended approval has this token; each token works once; ask again',
    );
  });

  test('takes each answer once: the next same call asks again', async () => {
    const hooks = askingHooks();
    expect((await answer(hooks, { approved: true })).kind).toBe('result');
    expect((await resumeCall(hooks)).kind).toBe('suspended');
  });

  test('keeps the tokens of several asks apart', async () => {
    const hooks = askingHooks();
    const other = sampleCall({ cents: 7 }, 'other');
    const first = await suspendCall(hooks);
    const second = await toolCycle(await suspendingChat(hooks), toolStep({ call: other }));
    await hooks.resume(first, { approved: false, reason: 'not this one' });
    if (second.kind === 'suspended') await hooks.resume(second.token, { approved: true });
    expect(await resumeCall(hooks, { call: other })).toMatchObject({ kind: 'result' });
    expect(await resumeCall(hooks)).toMatchObject({ denial: { reason: 'not this one' } });
  });

  test('of one session is not answered in another', async () => {
    const hooks = askingHooks();
    await hooks.resume(await suspendCall(hooks), { approved: true });
    const elsewhere = await openTestChat(hooks, { session: { id: 't' }, suspends: true });
    expect((await toolCycle(elsewhere, toolStep({ resumed: true }))).kind).toBe('suspended');
  });

  test('in a session made for its chat is answered in the chat that resumes it', async () => {
    const hooks = askingHooks();
    const asked = await toolCycle(await openTestChat(hooks, { suspends: true }), toolStep());
    if (asked.kind === 'suspended') await hooks.resume(asked.token, { approved: true });
    const later = await openTestChat(hooks, { suspends: true });
    expect(await toolCycle(later, toolStep({ resumed: true }))).toMatchObject({ kind: 'result' });
  });

  test('once answered and used leaves nothing that a reported yes could use', async () => {
    const hooks = askingHooks();
    await answer(hooks, { approved: true });
    expect(await findSuspended(hooks, 'call-1')).toBeUndefined();
    expect(await resumeCall(hooks, { approval: 'yes' })).toMatchObject({
      denial: { code: 'approval_unknown' },
    });
  });

  test.each([
    ['another', 'f'.repeat(64), { kind: 'denied', denial: { code: 'approval_mismatch' } }],
    ['its own', undefined, { kind: 'result' }],
  ])(
    'counts only with its own digest, where the answer has one: %s',
    async (_, digest, expected) => {
      let asked = '';
      const hooks = askingHooks({
        approver: (request) => ((asked = request.digest), { suspend: true }),
      });
      const token = await suspendCall(hooks);
      await hooks.resume(token, { approved: true, digest: digest ?? asked });
      expect(await resumeCall(hooks)).toMatchObject(expected);
    },
  );

  test('answers only exactly what was asked about', async () => {
    const hooks = askingHooks();
    await hooks.resume(await suspendCall(hooks), { approved: true });
    expect((await resumeCall(hooks, { call: sampleCall({ cents: 999 }) })).kind).toBe('suspended');
    expect((await resumeCall(hooks, { call: sampleCall(undefined, 'other') })).kind).toBe(
      'suspended',
    );
    expect((await resumeCall(hooks)).kind).toBe('result');
  });

  test('is kept in the store, so another process can answer and resume', async () => {
    const store = memoryStore();
    const token = await suspendCall(askingHooks({ store }));
    await askingHooks({ store }).resume(token, { approved: true });
    expect((await resumeCall(askingHooks({ store }))).kind).toBe('result');
  });

  test('is void once the asking policy has another version', async () => {
    const store = memoryStore();
    await askingHooks({ store }).resume(await suspendCall(askingHooks({ store })), {
      approved: true,
    });
    expect((await resumeCall(askingHooks({ store }, '2'))).kind).toBe('suspended');
  });

  test('expires after the time limit of its ask, the shortest of several', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => ask('?'));
    hooks.addHook('preToolCall', () => ask('?', { timeoutMs: 10 }));
    const token = await suspendCall(hooks);
    await pauseFor(20);
    await expect(hooks.resume(token, { approved: true })).rejects.toMatchObject({
      code: 'token_unknown',
    });
  });

  test('tells where a suspended call belongs, and nothing of one that was settled', async () => {
    const hooks = askingHooks();
    const chat = await suspendingChat(hooks);
    await toolCycle(chat, toolStep());
    await completeChat(chat);
    expect(await findSuspended(hooks, 'call-1')).toEqual({ sessionId: 's', chatId: chat.id });
    expect(await findSuspended(hooks, 'other')).toBeUndefined();
    await resumeCall(hooks, { approval: 'yes' });
    expect(await findSuspended(hooks, 'call-1')).toBeUndefined();
  });
});
