import { createHooks, type Message } from '@interpose/core';
import { callTools, say, scriptedModel } from '@interpose/testing';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent, tool } from 'langchain';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { callOf, PlainModel } from '../../test/plain-model.ts';
import { withHooks } from '../index.ts';

test.each([['plain'], ['streamed']])(
  '%s: calls that LangChain cannot read stand where the model wrote them, and are refused with its text',
  async (way) => {
    await using server = await scriptedModel();
    const texts = ['{"a":', '{"b":1}', '[1]', 'null', '"text"', '{}'];
    const calls = texts.map((text, id) => ({ id: `c${id}`, name: 'f', rawArguments: text }));
    const { baseURL } = server.chat([callTools(...calls), say('Done.')]);
    const hooks = createHooks();
    let asked: readonly unknown[] = [];
    const refused = new Map<string, unknown>();
    hooks.observe('onResponse', ({ response: { content } }) => {
      const ids = content.flatMap((part) => (part.type === 'tool-call' ? [part.id] : []));
      if (ids.length > 0) asked = ids;
    });
    hooks.observe('onToolCallError', ({ call, cause }) => {
      refused.set(`${call.id} ${cause}`, call.args['input']);
    });
    const model = new ChatOpenAI({ model: 'gpt-4o', apiKey: 'none', configuration: { baseURL } });
    const schema = { type: 'object', properties: {}, additionalProperties: true } as const;
    const f = tool(() => 'ran', { name: 'f', schema });
    const agent = withHooks(createAgent, hooks)({ model, tools: [f] });
    const input = { messages: [{ role: 'user', content: 'Go.' }] };
    if (way === 'plain') await agent.invoke(input);
    else for await (const _ of await agent.stream(input, { streamMode: ['messages'] }));
    expect(asked).toEqual(['c0', 'c1', 'c2', 'c3', 'c4', 'c5']);
    expect(Object.fromEntries(refused)).toEqual({
      'c0 invalid': '{"a":',
      'c2 invalid': '[1]',
      'c3 invalid': 'null',
      'c4 invalid': '"text"',
    });
  },
);

test('what hooks say of a call without a tool does not replace the result of a later call of that id', async () => {
  const hooks = createHooks();
  hooks.addHook('onToolCallError', () => ({ error: { message: 'No such tool here.' } }));
  const results: unknown[] = [];
  hooks.addHook('preRequest', ({ request: { messages } }) => {
    results.push(messages.flatMap((each) => (each.role === 'tool' ? [textIn(each)] : [])));
  });
  const model = new PlainModel(callOf('unknown'), callOf('look'), 'Done.');
  const look = tool(() => 'In the drawer.', { name: 'look', schema: z.object({}) });
  const agent = withHooks(createAgent, hooks)({ model, tools: [look] });
  await agent.invoke({ messages: [{ role: 'user', content: 'Go.' }] });
  expect(results.at(-1)).toEqual(['No such tool here.', 'In the drawer.']);
});

function textIn({ content }: Message): unknown {
  const [part] = content;
  return part?.type === 'tool-result' ? (part.result ?? part.error) : undefined;
}
