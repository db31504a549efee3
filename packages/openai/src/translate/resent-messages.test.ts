import { KnownMessages } from '@interpose/adapter-kit';
import { frozenCopy } from '@interpose/core/adapter';
import { expect, test } from 'vitest';

import { chatDialect, responsesDialect } from '../model/dialects.ts';
import type { Body } from './native.ts';
import { requestToContract } from './requests.ts';

/** A conversation in both dialects, made anew for each request, with a call of this tool. */
const bodies = {
  chat: (tool: string): Body => ({
    messages: [
      { role: 'user', content: 'hello' },
      {
        role: 'assistant',
        tool_calls: [
          { id: 'c', type: 'function', function: { name: tool, arguments: '{"a":[1]}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c', content: 'sunny' },
    ],
  }),
  responses: (tool: string): Body => ({
    input: [
      { role: 'user', content: 'hello' },
      { type: 'function_call', call_id: 'c', name: tool, arguments: '{"a":[1]}' },
      { type: 'function_call_output', call_id: 'c', output: 'sunny' },
    ],
  }),
};

test.each([
  ['chat', chatDialect, bodies.chat],
  ['responses', responsesDialect, bodies.responses],
] as const)('%s: hooks get the messages of an earlier step again, frozen', (_, dialect, body) => {
  const known = new KnownMessages();
  const before = requestToContract(dialect, body('weather'), frozenCopy, known, []).messages;
  const after = requestToContract(dialect, body('weather'), frozenCopy, known, []).messages;
  expect(after.map((message, index) => message === before[index])).toEqual([true, true, true]);
  for (const message of after) {
    expect(Object.isFrozen(message) && Object.isFrozen(message.content)).toBe(true);
    for (const part of message.content) expect(Object.isFrozen(part)).toBe(true);
  }
});

test.each([
  ['chat', chatDialect, bodies.chat],
  ['responses', responsesDialect, bodies.responses],
] as const)('%s: a result is read again when its call names another tool', (_, dialect, body) => {
  const known = new KnownMessages();
  requestToContract(dialect, body('weather'), frozenCopy, known, []);
  const { messages } = requestToContract(dialect, body('time'), frozenCopy, known, []);
  expect(messages[1]?.content).toMatchObject([{ name: 'time' }]);
  expect(messages[2]?.content).toMatchObject([{ name: 'time' }]);
});
