import { KnownMessages } from '@interpose/adapter-kit';
import { frozenCopy } from '@interpose/core/adapter';
import { expect, test } from 'vitest';

import { messagesOf } from './message-to-contract.ts';
import type { NativeItem, NativeRequest } from './native.ts';
import { requestFromContract } from './request-from-contract.ts';

const requestOf = (input: NativeItem[]): NativeRequest => ({
  input,
  tools: [],
  modelSettings: {},
  handoffs: [],
  outputType: 'text',
  tracing: false,
});

test('hooks get the items of an earlier turn again, unless the app changed what they hold', () => {
  const known = new KnownMessages();
  const output = { type: 'text', text: 'sunny' } as const;
  const items: NativeItem[] = [
    { role: 'user', content: 'hello' },
    { type: 'function_call', callId: 'c', name: 'weather', arguments: '{"city":"Rome"}' },
    { type: 'function_call_result', callId: 'c', name: 'weather', status: 'completed', output },
  ];
  const before = messagesOf(items, frozenCopy, known);
  const after = messagesOf([...items], frozenCopy, known);
  expect(after.map((message, index) => message === before[index])).toEqual([true, true, true]);
  Object.assign(output, { text: 'rain' });
  Object.assign(items[1]!, { arguments: '{"city":"Oslo"}' });
  const edited = messagesOf(items, frozenCopy, known);
  expect(edited[0]).toBe(before[0]);
  expect(edited[1]?.content).toMatchObject([{ args: { city: 'Oslo' } }]);
  expect(edited[2]?.content).toMatchObject([{ result: 'rain' }]);
});

test('what hooks left alone goes out as the items of this turn', () => {
  const known = new KnownMessages();
  const turn = (): NativeItem[] => [
    { role: 'user', content: [{ type: 'input_text', text: 'hello' }] },
    { type: 'function_call', callId: 'c', name: 'weather', arguments: '{}' },
  ];
  messagesOf(turn(), frozenCopy, known);
  const input = turn();
  const messages = messagesOf(input, frozenCopy, known);
  const [first, second] = messages;
  const added = { type: 'text', text: 'and in Paris?' } as const;
  const changed = { messages: [{ ...first!, content: [...first!.content, added] }, second!] };
  const sent = requestFromContract(changed, { messages }, requestOf(input)).input as NativeItem[];
  expect(sent[1]).toBe(input[1]);
  expect((sent[0] as { content: unknown[] }).content[0]).toBe(
    (input[0] as { content: unknown[] }).content[0],
  );
});

test.each(['data:text/plain,hello', 'data:text/plain;base64,SGk=', 'https://files.example/a'])(
  'a file that hooks rename keeps its content: %s',
  (file) => {
    const input: NativeItem[] = [
      { role: 'user', content: [{ type: 'input_file', file, filename: 'secret.txt' }] },
    ];
    const [message] = messagesOf(input, frozenCopy, new KnownMessages());
    const content = message!.content.map((part) => ({ ...part, name: 'a.txt' }));
    const changed = { messages: [{ ...message!, content }] };
    const sent = requestFromContract(changed, { messages: [message!] }, requestOf(input)).input;
    expect(sent).toEqual([
      { role: 'user', content: [{ type: 'input_file', file, filename: 'a.txt' }] },
    ]);
  },
);
