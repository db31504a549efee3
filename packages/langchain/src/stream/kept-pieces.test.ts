import { createHooks, type InterceptorName } from '@interpose/core';
import { createAgent } from 'langchain';
import { describe, expect, test } from 'vitest';

import { StreamingFuzzModel } from '../../census/fuzz/fuzz-model.ts';
import { withHooks } from '../index.ts';

const call = { id: 'c1', name: 'search', input: '{"q":1}' };

const answers = {
  'text and a call': { text: ['It ', 'is.'], thought: ['so', 'on'], calls: [call] },
  'nothing at all': { text: [], thought: [], calls: [] },
};

const events: Readonly<Record<string, readonly InterceptorName[]>> = {
  none: [],
  'that judge the answer': ['onResponse'],
  'that judge its pieces': ['onResponseDelta'],
  'of every kind': ['preRequest', 'onResponse', 'onResponseDelta', 'onAgentResponse'],
};

/** A model that streams this answer and tells no callback of its tokens. */
function modelOf(answer: object): StreamingFuzzModel {
  const whole = async () => ({ ...answer, end: 'whole', problem: '' });
  return new StreamingFuzzModel({ answer: whole } as never);
}

async function drain(stream: AsyncIterable<unknown>): Promise<unknown[]> {
  const parts: unknown[] = [];
  for await (const part of stream) parts.push(JSON.parse(JSON.stringify(part)));
  return parts;
}

describe.each(Object.entries(answers))('a model that streams %s', (_name, answer) => {
  test.each(Object.entries(events))(
    'streams the same pieces under silent hooks %s',
    async (_kind, names) => {
      const hooks = createHooks();
      for (const event of names) hooks.addHook(event, () => undefined);
      const hooked = withHooks(modelOf(answer), hooks);
      expect(await drain(await hooked.stream('Hi'))).toEqual(
        await drain(await modelOf(answer).stream('Hi')),
      );
    },
  );
});

test('an agent tells of no tokens that its model does not tell of', async () => {
  const parts = async (make: typeof createAgent): Promise<number> => {
    const agent = make({ model: modelOf(answers['nothing at all']), tools: [] });
    const messages = [{ role: 'user', content: 'Hi' }];
    return (await drain(await agent.stream({ messages }, { streamMode: 'messages' }))).length;
  };
  expect(await parts(withHooks(createAgent, createHooks()))).toBe(await parts(createAgent));
});
