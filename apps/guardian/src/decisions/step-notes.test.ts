import { createHooks, type Approver, type ApprovalRequest } from '@interpose/core';
import { expect, test, vi } from 'vitest';

import { stopOf, type SwitchRow } from '../approvals/stop-of.ts';
import { StepNotes } from './step-notes.ts';

const refund: SwitchRow = {
  ...{ id: '1', tenant: 'default', kind: 'tool', value: 'refund', why: 'a test' },
  ...{ by_name: 'ada', at: 1, until: null },
};
const notes = new StepNotes((step) => stopOf(new Map([['default', [refund]]]), 'default', step));
const tool = (name: string) => ({ name, origin: 'local', known: true, enabled: true }) as const;
const callOf = (name: string) => ({ id: 'call_1', name, args: {} });

test('a call that a policy changes into a call of a stopped tool is stopped', async () => {
  const hooks = createHooks({ policies: [notes.policy()], allowRename: true });
  const ask = (name: string): unknown =>
    hooks.dispatch('preToolCall', { call: callOf(name), tool: tool(name) });
  expect(await ask('search')).toEqual({ decision: 'allow' });
  hooks.addHook('preToolCall', () => ({ call: callOf('refund') }), { tool: 'search' });
  const told = { decision: 'deny', code: 'stopped', by: 'guardian/stopped' };
  expect(await ask('search')).toMatchObject(told);
  expect(await ask('refund')).toMatchObject(told);
  await hooks.close();
});

test.each([
  ['refund', 'tools/call', 'deny'],
  ['search', 'tools/call', 'allow'],
  ['refund', 'prompts/get', 'allow'],
])('a stopped tool is stopped in MCP messages too: %s by %s', async (name, method, decision) => {
  const hooks = createHooks({ policies: [notes.policy()] });
  const message = { jsonrpc: '2.0', id: 1, method, params: { name } };
  const payload = { message, server: 'shop', direction: 'client-to-server' } as const;
  expect(await hooks.dispatch('preMcpMessage', payload)).toMatchObject({ decision });
  await hooks.close();
});

test('the yes of a module’s own approver does not count for a step that is stopped by then', async () => {
  const yes: Approver = () => ({ approved: true, by: 'ada' });
  const about = (name: string): ApprovalRequest =>
    ({
      ...{ event: 'preToolCall', sessionId: 's', agent: { id: 'shop' }, value: callOf(name) },
      // The rest of a request is not read.
    }) as unknown as ApprovalRequest;
  const guarded = notes.unlessStopped(yes);
  expect(await guarded(about('search'))).toEqual({ approved: true, by: 'ada' });
  expect(await guarded(about('refund'))).toEqual({
    approved: false,
    reason: 'tool refund is stopped: a test',
  });
});

test('sessions whose chats and calls have the same ids are told apart', async () => {
  const answers = new StepNotes(() => undefined);
  const { promise: shown, resolve: show } = Promise.withResolvers<void>();
  const policies = [answers.policy(), { name: 'slow', hooks: { preToolCall: () => shown } }];
  const hooks = createHooks({ policies });
  const payload = { call: callOf('search'), tool: tool('search') };
  const ask = (id: string): unknown =>
    hooks.dispatch('preToolCall', payload, { session: { id }, chatId: 'turn 1' });
  const asked = (sessionId: string) =>
    ({ sessionId, chatId: 'turn 1', event: 'preToolCall', value: payload.call }) as const;
  const first = ask('one');
  await vi.waitFor(() => expect(answers.wireOf(asked('one'))).toBeDefined());
  expect(answers.wireOf(asked('other'))).toBeUndefined();
  answers.answerWith(asked('one'), { result: 'of one', words: undefined, by: [] });
  show();
  expect(await first).toEqual({ decision: 'allow' });
  expect(await ask('other')).toEqual({ decision: 'allow' });
  expect(await ask('one')).toMatchObject({ decision: 'respond', outcome: { result: 'of one' } });
  await hooks.close();
});
