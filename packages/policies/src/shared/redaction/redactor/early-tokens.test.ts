import { createHooks, memoryStore, textOf, type Hooks, type Message } from '@interpose/core';
import { expect, test } from 'vitest';

import { call, made, user } from '../../../../test/redaction-talk.ts';

const session = { id: 's' };
const tool = { name: 'send', origin: 'local', known: true, enabled: true } as const;

/** A conversation whose vault is gone: the results and answers in it hold tokens of it. */
const past: readonly Message[] = [
  user('who is the customer?'),
  {
    role: 'tool',
    content: [{ type: 'tool-result', id: '1', name: 'look_up', result: '<EMAIL_1>' }],
  },
  { role: 'assistant', content: [{ type: 'text', text: 'see <EMAIL_2>' }] },
];

async function say(hooks: Hooks, text: string): Promise<Message> {
  const message = user(text);
  const said = await hooks.dispatch('onUserMessage', { message }, { session });
  return said.decision === 'modify' ? said.value : message;
}

async function read(hooks: Hooks, messages: readonly Message[]): Promise<readonly string[]> {
  const request = { messages };
  const said = await hooks.dispatch('preRequest', { request }, { session });
  return (said.decision === 'modify' ? said.value : request).messages.map((one) => textOf(one));
}

async function mailTo(hooks: Hooks, to: string): Promise<unknown> {
  const said = await hooks.dispatch('preToolCall', { tool, call: call({ to }) }, { session });
  return said.decision === 'modify' ? said.value.args['to'] : to;
}

test('a new value gets no token that stands for another in the answers and results before it', async () => {
  const hooks = createHooks({ store: memoryStore(), policies: [made()] });
  const said = await say(hooks, 'tell her that bob@mail.com takes over');
  const requests = [await read(hooks, [...past, said]), await read(hooks, [...past, said])];
  for (const texts of requests) expect(texts.at(-1)).toBe('tell her that <EMAIL_3> takes over');
  expect(await mailTo(hooks, '<EMAIL_1>')).toBe('<EMAIL_1>');
  expect(await mailTo(hooks, '<EMAIL_2>')).toBe('<EMAIL_2>');
  expect(await mailTo(hooks, '<EMAIL_3>')).toBe('bob@mail.com');
});

test('a value keeps its token where results of the same session hold it', async () => {
  const hooks = createHooks({ store: memoryStore(), policies: [made()] });
  const first = await say(hooks, 'find ann@mail.com');
  await read(hooks, [first]);
  const result = { tool, originalCall: call({}), durationMs: 0, synthetic: false, call: call({}) };
  await hooks.dispatch('onToolCallResult', { ...result, result: 'ann@mail.com' }, { session });
  const next = await say(hooks, 'write to ann@mail.com and bob@mail.com');
  const own = past.slice(0, 2);
  expect((await read(hooks, [first, ...own, next])).at(-1)).toBe(
    'write to <EMAIL_1> and <EMAIL_2>',
  );
  expect(await mailTo(hooks, '<EMAIL_1>')).toBe('ann@mail.com');
});

test('a value keeps its token where a tool told it before the first request', async () => {
  const hooks = createHooks({ store: memoryStore(), policies: [made()] });
  const first = await say(hooks, 'find ann@mail.com');
  const result = { tool, originalCall: call({}), durationMs: 0, synthetic: false, call: call({}) };
  await hooks.dispatch('onToolCallResult', { ...result, result: 'ann@mail.com' }, { session });
  expect((await read(hooks, [first, ...past.slice(1, 2)]))[0]).toBe('find <EMAIL_1>');
  expect(await mailTo(hooks, '<EMAIL_1>')).toBe('ann@mail.com');
});
