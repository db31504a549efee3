import { deny, type InterceptorName } from '@interpose/core';
import { createAgent, createMiddleware, tool } from 'langchain';
import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import { createSupervisor } from '@langchain/langgraph-supervisor';
import { createDeepAgent } from 'deepagents';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { calls, hearing, says, scriptedChatModel } from '../../test/scripted-agent.ts';
import { withHooks } from '../index.ts';

const question = { messages: [{ role: 'user' as const, content: 'Ask billing.' }] };

/** A middleware that has a say in tool calls; LangChain then takes every error for one of the app. */
const around = createMiddleware({ name: 'around', wrapToolCall: (request, run) => run(request) });

const denials: readonly (readonly [InterceptorName, string])[] = [
  ['preDelegate', 'Blocked by guard: not them'],
  ['onDelegateResult', 'Result withheld by guard: not them'],
];

describe.each(denials)('work for another agent that is denied at %s', (event, told) => {
  const guarded = () => {
    const { hooks } = hearing([]);
    hooks.addHook(event, () => deny('not them'), { name: 'guard' });
    return hooks;
  };

  test.each([
    ['without a middleware', []],
    ['with a middleware around tool calls', [around]],
  ])('is told to the model that asked for it, %s', async (_, middleware) => {
    const make = withHooks(createAgent, guarded());
    const billing = await scriptedChatModel([says('Paid.')]);
    const helper = make({ name: 'billing', model: billing.model, tools: [] });
    const ask = tool(async () => (await helper.invoke(question)).messages.at(-1)!.text, {
      name: 'ask',
      description: 'Asks billing.',
      schema: z.object({}),
    });
    const { model } = await scriptedChatModel([calls(['ask']), says('They may not.')]);
    const { messages } = await make({ model, tools: [ask], middleware }).invoke(question);
    expect(messages.slice(-2).map(({ text }) => text)).toEqual([told, 'They may not.']);
  });

  test('is told to the model of a deep agent', async () => {
    const { model } = await scriptedChatModel([
      calls(['task', { description: 'pay', subagent_type: 'general-purpose' }]),
      says(event === 'preDelegate' ? 'They may not.' : 'Paid.'),
      says('They may not.'),
    ]);
    const agent = withHooks(createDeepAgent, guarded())({ model });
    const { messages } = (await agent.invoke(question)) as {
      messages: readonly { text: string }[];
    };
    expect(messages.slice(-2).map(({ text }) => text)).toEqual([told, 'They may not.']);
  });

  test.each(['invoke', 'stream'] as const)('is told to a supervisor, by %s', async (way) => {
    const hooks = guarded();
    const billing = await scriptedChatModel([says('Paid.')]);
    const main = await scriptedChatModel([calls(['transfer_to_billing']), says('They may not.')]);
    const agents = [
      withHooks(createReactAgent, hooks)({ name: 'billing', llm: billing.model, tools: [] }),
    ];
    const graph = withHooks(createSupervisor, hooks)({ agents, llm: main.model }).compile();
    let state = {};
    if (way === 'invoke') state = await graph.invoke(question);
    else
      for await (const now of await graph.stream(question, { streamMode: 'values' })) state = now;
    const { messages } = state as { messages: readonly { text: string }[] };
    expect(messages.map(({ text }) => text)).toContain(told);
    expect(messages.at(-1)?.text).toBe('They may not.');
    expect(JSON.stringify(messages)).not.toContain('Paid.');
  });
});

test('an answer that a hook gives in place of an agent stands after that of the agent before it', async () => {
  const { hooks } = hearing([]);
  hooks.addHook('preDelegate', ({ task }) => (task.to === 'second' ? { result: 'No.' } : {}));
  const make = withHooks(createReactAgent, hooks);
  const { model } = await scriptedChatModel([says('Paid.')]);
  const graph = new StateGraph(MessagesAnnotation)
    .addNode('first', make({ name: 'first', llm: model, tools: [] }))
    .addNode('second', make({ name: 'second', llm: model, tools: [] }))
    .addEdge(START, 'first')
    .addEdge('first', 'second')
    .compile();
  const { messages } = await withHooks(graph, hooks).invoke(question);
  expect(messages.map(({ text }) => text)).toEqual(['Ask billing.', 'Paid.', 'No.']);
});
