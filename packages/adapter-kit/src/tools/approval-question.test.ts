import { ask, createHooks, deny, type Hooks } from '@interpose/core';
import { expect, test } from 'vitest';

import { openTestChat } from '../../test/open-test-chat.ts';
import { askGate, suspendedAmong, type Question } from './approval-question.ts';

const question: Question = {
  call: { id: 'call_1', name: 'pay', args: { cents: 100 } },
  tool: { name: 'pay', origin: 'local', known: true, enabled: true },
};

async function asked(hooks: Hooks) {
  const blocked: string[] = [];
  const chat = await openTestChat(hooks, { suspends: true });
  const gate = await askGate(chat, question, (reason) => blocked.push(reason));
  return { gate, blocked, chat };
}

test('a call that nobody has to approve may run', async () => {
  const { gate, blocked } = await asked(createHooks());
  expect(gate).toMatchObject({ kind: 'run', asked: false, call: question.call });
  expect(blocked).toEqual([]);
});

test('a call that a policy asks about waits, and shows the person the arguments of the model', async () => {
  const hooks = createHooks();
  hooks.addHook('preToolCall', () => ask('over 50'));
  const { gate, blocked } = await asked(hooks);
  expect(gate).toMatchObject({ kind: 'suspended', reason: 'over 50' });
  expect(gate.kind === 'suspended' && gate.call.args).toBe(question.call.args);
  expect(blocked).toEqual([]);
});

test.each([
  ['other arguments', { args: { cents: 50 } }],
  ['another tool', { name: 'pay_all' }],
])(
  'a call that a policy asks about and changes is blocked: the person would approve %s',
  async (_, change) => {
    const hooks = createHooks({ allowRename: true });
    hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, ...change } }));
    hooks.addHook('preToolCall', () => ask('over 50'));
    const { gate, blocked } = await asked(hooks);
    expect(gate).toEqual({ kind: 'skip' });
    expect(blocked).toEqual([
      'Blocked: the approval would show other arguments than those that run.',
    ]);
  },
);

test('a call that a policy asks about and writes anew, with the same in it, waits', async () => {
  const hooks = createHooks();
  hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, args: { cents: 100 } } }));
  hooks.addHook('preToolCall', () => ask('over 50'));
  const { gate, blocked } = await asked(hooks);
  expect([gate.kind, blocked]).toEqual(['suspended', []]);
});

test('a call that a policy denies asks nobody', async () => {
  const hooks = createHooks();
  hooks.addHook('preToolCall', () => deny('never'));
  const { gate, blocked } = await asked(hooks);
  expect(gate).toMatchObject({ kind: 'denied', denial: { reason: 'never' } });
  expect(blocked).toEqual([]);
});

test('the chat of a suspended call is found among the ids of the answers, and only there', async () => {
  const hooks = createHooks();
  hooks.addHook('preToolCall', () => ask('over 50'));
  const { chat } = await asked(hooks);
  const found = { sessionId: chat.session.id, chatId: chat.id };
  await expect(suspendedAmong(hooks, ['call_0', 'call_1'])).resolves.toMatchObject(found);
  await expect(suspendedAmong(hooks, ['call_0'])).resolves.toBeUndefined();
  await expect(suspendedAmong(createHooks(), ['call_1'])).resolves.toBeUndefined();
});
