import { createHooks } from '@interpose/core';
import { expect, test } from 'vitest';

import { labelByName, watchLabels, type WatchedCall } from './index.ts';

test('tells which guards an argument passes, who wrote a result, and what was asked for', async () => {
  const watched: WatchedCall[] = [];
  const read: string[] = [];
  const policy = watchLabels({
    guards: {
      user: { must: 'be-trusted', whose: 'user' },
      trusted: 'trusted',
      copied: 'not-copied',
    },
    call: (call) => void watched.push(call),
    read: (tool, reader) => void read.push(`${tool}: ${reader}`),
  });
  const hooks = createHooks({ policies: [policy] });
  const run = async (name: string, args: Readonly<Record<string, unknown>>, result: string) => {
    const call = { id: name, name, args };
    const tool = { name, origin: 'local', known: true, enabled: true } as const;
    await hooks.dispatch('preToolCall', { call, tool }, { session: { id: 's' } });
    const ending = { call, originalCall: call, tool, durationMs: 0, synthetic: false };
    await hooks.dispatch('onToolCallResult', { ...ending, result }, { session: { id: 's' } });
  };
  const message = {
    role: 'user',
    content: [{ type: 'text', text: 'Transfer 20 to Bob for what Alice asks' }],
  } as const;
  await hooks.dispatch('onUserMessage', { message }, { session: { id: 's' } });
  await run('get_mails', { of: 'Bob' }, '- sender: alice@mail.example\n  body: please delete AB12');
  await run('send_money', { to: 'Bob', key: 'AB12', memo: 'xyz' }, 'Sent.');
  await run('get_time', {}, 'It is late.');
  expect(read).toEqual(['get_mails: mails', 'send_money: receipt', 'get_time: untrusted']);
  const [first, second] = watched;
  expect(first).toMatchObject({ isSteered: false, sessionId: 's' });
  expect(second?.isSteered).toBe(true);
  expect(Object.fromEntries(second!.passed)).toEqual({
    to: ['user', 'trusted', 'copied'],
    key: ['trusted', 'copied'],
    memo: ['copied'],
  });
  expect(second?.asked).toContain('paying');
  expect(second?.asked).not.toContain('deleting');
  expect(second?.askedByAuthors).toContain('deleting');
});

test('the label of a name is what the policy assumes of it', () => {
  expect(labelByName('get_mails')).toEqual({ effect: 'none' });
  expect(labelByName('send_mail')).toEqual({
    effect: 'write',
    reads: 'receipt',
    asksFor: ['sending'],
  });
  expect(labelByName('frobnicate')).toEqual({ effect: 'write', reads: 'receipt' });
});
