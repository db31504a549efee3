import { createHooks, type Context, type EventName, type PayloadOf } from '@interpose/core';
import { expect, test } from 'vitest';
import { describeEvent } from './describe-event.ts';

/** What is said of an event that a real registry tells. */
async function describeOf<E extends EventName>(event: E, payload: PayloadOf<E>): Promise<string> {
  const hooks = createHooks();
  const told: string[] = [];
  hooks.observe('*', (context: Context) => {
    if (context.event === event) told.push(describeEvent(context));
  });
  await hooks.dispatch(event, payload);
  await hooks.flush();
  return told.join('|');
}

const user = { role: 'user', content: [{ type: 'text', text: 'Refund it.' }] } as const;
const call = { id: '1', name: 'refund', args: { amount: 5 } };
const tool = { name: 'refund', origin: 'local', known: true, enabled: true } as const;
const ending = { call, originalCall: call, tool, durationMs: 1, synthetic: false };

test('messages are told by their text', async () => {
  expect(await describeOf('onUserMessage', { message: user })).toBe('"Refund it."');
  expect(await describeOf('onMessage', { message: user })).toBe('user: "Refund it."');
});

test('a request is told by its model and its length', async () => {
  const request = { model: 'm-1', messages: [user, user] };
  expect(await describeOf('preRequest', { request })).toBe('m-1 gets 2 messages');
});

test('an answer is told by its text and its calls, an empty one as nothing', async () => {
  const request = { messages: [user] };
  const response = {
    content: [
      { type: 'text', text: 'At once.' },
      { type: 'tool-call', ...call },
    ],
  } as const;
  const describeResponse = (content: PayloadOf<'onResponse'>['response']): Promise<string> =>
    describeOf('onResponse', { response: content, request, synthetic: false });
  expect(await describeResponse(response)).toBe('"At once." + calls refund');
  expect(await describeResponse({ content: [{ type: 'text', text: '' }] })).toBe('nothing');
});

test('a call, its result and its error are told with the tool', async () => {
  expect(await describeOf('preToolCall', { call, tool })).toBe('refund({"amount":5})');
  expect(await describeOf('onToolCallResult', { ...ending, result: 'done' })).toBe(
    'refund → "done"',
  );
  const error = { ...ending, error: { message: 'no money' }, cause: 'threw' } as const;
  expect(await describeOf('onToolCallError', error)).toBe('refund failed, threw: no money');
});

test('nothing of a recording steers the terminal', async () => {
  const error = { message: 'gone\u001b[2J\u009b31m' };
  expect(await describeOf('onToolCallError', { ...ending, error, cause: 'threw' })).toBe(
    'refund failed, threw: gone [2J 31m',
  );
});

test('everything is one line of at most 240 characters', async () => {
  const message = { role: 'user', content: [{ type: 'text', text: 'a\nb '.repeat(100) }] } as const;
  const told = await describeOf('onMessage', { message });
  expect(told).toHaveLength(240);
  expect(told).not.toContain('\n');
});
