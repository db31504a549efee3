import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import type { Message } from '@interpose/core';
import { frozenCopy } from '@interpose/core/adapter';
import { expect, test } from 'vitest';

import { request } from '../../test/native-arbitraries.ts';
// @boundaries-ignore shared by tests only
import { readAsTheSame } from '../../../testing/test/read-as-the-same.ts';
import { messageToContract } from './message-to-contract.ts';
import type { NativeMessage } from './native.ts';
import { saysTheSame } from './says-the-same.ts';

const messages = request.map((given) => given.messages);

const read = (native: NativeMessage): Message => messageToContract(native, frozenCopy);

test('a message that says the same would be read as the same', () => {
  expect(readAsTheSame({ messages, read, saysTheSame })).toBeGreaterThan(100);
});

const call = { id: 'c', name: 'weather', args: { city: 'Rome' } };

test('a message never says the same as one that shares with the app what it may change', () => {
  const native = new AIMessage({ content: '', tool_calls: [call] });
  const shared = messageToContract(native, (value) => value);
  expect(saysTheSame(native, shared)).toBe(false);
  expect(saysTheSame(native, messageToContract(native, frozenCopy))).toBe(true);
});

const spoken = { content: 'I look', tool_calls: [call], id: 'm' };
const found = { content: 'sunny', tool_call_id: 'c', name: 'weather' };

test.each<[string, NativeMessage, NativeMessage]>([
  ['another text', new HumanMessage('hello'), new HumanMessage('bye')],
  ['a list of texts', new HumanMessage('a'), new HumanMessage([{ type: 'text', text: 'a' }])],
  ['another speaker', new HumanMessage('hello'), new AIMessage('hello')],
  ['another id', new AIMessage(spoken), new AIMessage({ ...spoken, id: 'n' })],
  ['no text', new AIMessage(spoken), new AIMessage({ ...spoken, content: '' })],
  ['another said text', new AIMessage(spoken), new AIMessage({ ...spoken, content: 'I see' })],
  ['one call less', new AIMessage(spoken), new AIMessage({ ...spoken, tool_calls: [] })],
  ['one call more', new AIMessage(spoken), new AIMessage({ ...spoken, tool_calls: [call, call] })],
  ...Object.entries({ id: 'd', name: 'mail', args: { city: 'Oslo' } }).map(
    ([key, value]): [string, NativeMessage, NativeMessage] => [
      `another ${key} of a call`,
      new AIMessage(spoken),
      new AIMessage({ ...spoken, tool_calls: [{ ...call, [key]: value }] }),
    ],
  ),
  ...['reasoning_content', 'reasoning', 'refusal', 'audio', 'function_call', 'tool_outputs'].map(
    (key): [string, NativeMessage, NativeMessage] => [
      `${key} beside it`,
      new AIMessage(spoken),
      new AIMessage({ ...spoken, additional_kwargs: { [key]: 'Hm.' } }),
    ],
  ),
  ...Object.entries({ content: 'rain', tool_call_id: 'd', name: 'mail', status: 'error' }).map(
    ([key, value]): [string, NativeMessage, NativeMessage] => [
      `another ${key} of a result`,
      new ToolMessage(found),
      new ToolMessage({ ...found, [key]: value }),
    ],
  ),
])('%s is another message', (_, before, after) => {
  const message = messageToContract(before, frozenCopy);
  expect([saysTheSame(before, message), saysTheSame(after, message)]).toEqual([true, false]);
});
