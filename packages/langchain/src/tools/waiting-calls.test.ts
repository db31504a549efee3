import { createHooks } from '@interpose/core';
import { callTools, say, scriptedModel } from '@interpose/testing';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent, tool } from 'langchain';
import { expect, test } from 'vitest';
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
