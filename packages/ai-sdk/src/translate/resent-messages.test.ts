import { KnownMessages } from '@interpose/adapter-kit';
import type { ModelRequest } from '@interpose/core';
import { frozenCopy } from '@interpose/core/adapter';
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { expect, test } from 'vitest';

import { requestFromContract } from './request-from-contract.ts';
import { requestToContract } from './request-to-contract.ts';

type Prompt = LanguageModelV4CallOptions['prompt'];

const input = { city: 'Rome', days: [1] };

/** Makes a prompt as the SDK does for each step: new messages and parts, but the same arguments. */
function prompt(): Prompt {
  const call = { type: 'tool-call' as const, toolCallId: 'c', toolName: 'weather' };
  return [
    { role: 'user', content: [{ type: 'text', text: 'hello' }] },
    { role: 'assistant', content: [{ ...call, input }] },
  ];
}

function read(known: KnownMessages, messages: Prompt): ModelRequest {
  const reading = { modelId: 'm', copy: frozenCopy, known, factsOf: () => undefined };
  return requestToContract({ prompt: messages }, reading);
}

test('hooks get the messages of an earlier step again, unless the app changed what they hold', () => {
  const known = new KnownMessages();
  const before = read(known, prompt()).messages;
  const after = read(known, prompt()).messages;
  expect(after.map((message, index) => message === before[index])).toEqual([true, true]);
  input.days.push(2);
  const edited = read(known, prompt()).messages;
  expect(edited[0]).toBe(before[0]);
  expect(edited[1]?.content).toMatchObject([{ args: { city: 'Rome', days: [1, 2] } }]);
});

test('what hooks left alone goes out as the objects of this step', () => {
  const known = new KnownMessages();
  read(known, prompt());
  const params = { prompt: prompt() };
  const request = read(known, params.prompt);
  const [first, second] = request.messages;
  const added = { type: 'text', text: 'and in Paris?' } as const;
  const messages = [{ ...first!, content: [...first!.content, added] }, second!];
  const sent = requestFromContract({ ...request, messages }, request, params, 'v4').prompt;
  expect(sent[0]?.content[0]).toBe(params.prompt[0]?.content[0]);
  expect(sent[1]).toBe(params.prompt[1]);
});
