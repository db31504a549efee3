import { AIMessage, HumanMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages';
import { KnownMessages } from '@interpose/adapter-kit';
import type { Message } from '@interpose/core';
import { frozenCopy } from '@interpose/core/adapter';
import { expect, test } from 'vitest';

import type { NativeModel } from './native.ts';
import { requestToContract } from './request-to-contract.ts';

function read(known: KnownMessages, messages: BaseMessage[]): readonly Message[] {
  const reading = { model: {} as NativeModel, copy: frozenCopy, known, factsOf: () => undefined };
  return requestToContract({ messages, options: {} }, reading).messages;
}

function conversation() {
  const call = { id: 'c', name: 'weather', args: { city: 'Rome' } };
  return [
    new HumanMessage('hello'),
    new AIMessage({ content: [{ type: 'text', text: 'I look' }], tool_calls: [call] }),
    new ToolMessage({ content: 'sunny', tool_call_id: 'c', name: 'weather' }),
  ] as const;
}

test('hooks get the messages of an earlier step again', () => {
  const known = new KnownMessages();
  const messages = [...conversation()];
  const before = read(known, messages);
  const after = read(known, [...messages, new HumanMessage('more')]);
  expect(before.map((message, index) => message === after[index])).toEqual([true, true, true]);
  expect(read(known, [...conversation()])[0]).not.toBe(before[0]);
});

test.each<[string, (messages: ReturnType<typeof conversation>) => void, object]>([
  ['its text', ([user]) => void (user.content = 'bye'), [{ text: 'bye' }]],
  ['a block', ([, ai]) => void Object.assign(ai.content[0]!, { text: 'No' }), [{ text: 'No' }, {}]],
  [
    'arguments',
    ([, ai]) => void (ai.tool_calls![0]!.args['city'] = 'Oslo'),
    [{}, { args: { city: 'Oslo' } }],
  ],
  ['a status', ([, , tool]) => void (tool.status = 'error'), [{ error: 'sunny' }]],
])('a message in which the app changed %s in place is read again', (_, edit, content) => {
  const known = new KnownMessages();
  const messages = conversation();
  const before = read(known, [...messages]);
  edit(messages);
  const after = read(known, [...messages]);
  const changed = after.filter((message, index) => message !== before[index]);
  expect(changed).toMatchObject([{ content }]);
});
