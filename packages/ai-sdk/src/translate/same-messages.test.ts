import type { Message } from '@interpose/core';
import { frozenCopy } from '@interpose/core/adapter';
import { expect, test } from 'vitest';

import { params } from '../../test/native-arbitraries.ts';
// @boundaries-ignore shared by tests only
import { readAsTheSame } from '../../../testing/test/read-as-the-same.ts';
import { messageToContract, saysTheSame } from './message-to-contract.ts';
import type { NativeMessage } from './native.ts';

const messages = params.map(({ prompt }) => prompt as readonly NativeMessage[]);

const read = (native: NativeMessage): Message => messageToContract(native, frozenCopy);

test('a message that says the same would be read as the same', () => {
  expect(readAsTheSame({ messages, read, saysTheSame })).toBeGreaterThan(100);
});

test('a message never says the same as one that shares with the app what it may change', () => {
  const input = { city: 'Rome' };
  const content = [{ type: 'tool-call' as const, toolCallId: 'c', toolName: 'weather', input }];
  const native: NativeMessage = { role: 'assistant', content };
  expect(
    saysTheSame(
      native,
      messageToContract(native, (value) => value),
    ),
  ).toBe(false);
  expect(saysTheSame(native, messageToContract(native, frozenCopy))).toBe(true);
});

test.each([
  ['another role', { role: 'user' }],
  ['another text', { content: [{ type: 'text', text: 'Paris' }] }],
  [
    'one part more',
    {
      content: [
        { type: 'text', text: 'Rome' },
        { type: 'text', text: '' },
      ],
    },
  ],
  ['one part less', { content: [] }],
  ['another kind of part', { content: [{ type: 'reasoning', text: 'Rome' }] }],
])('%s is another message', (_, change) => {
  const native = { role: 'assistant', content: [{ type: 'text', text: 'Rome' }] } as NativeMessage;
  const message = messageToContract(native, frozenCopy);
  expect(saysTheSame({ ...native, ...change } as NativeMessage, message)).toBe(false);
});
