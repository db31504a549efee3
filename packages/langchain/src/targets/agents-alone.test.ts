import { createReactAgent } from '@langchain/langgraph/prebuilt';
import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { deny } from '@interpose/core';
import { expect, test } from 'vitest';

import {
  calls,
  hearing,
  judging,
  says,
  scriptedChatModel,
  spy,
} from '../../test/scripted-agent.ts';
import { withHooks } from '../index.ts';

type Agent = ReturnType<typeof createReactAgent>;

/** A factory of agents alone, in the shape of `createSwarm` of @langchain/langgraph-swarm 1.0.4. */
function createSwarm({ agents }: { readonly agents: readonly [Agent] }) {
  return new StateGraph(MessagesAnnotation).addNode('first', agents[0]).addEdge(START, 'first');
}

test('a factory that takes agents and no model makes a graph whose agents are hooked', async () => {
  const { hooks, heard } = hearing(['preDelegate', 'preRequest', 'onAgentResponse']);
  hooks.addHook('preToolCall', () => deny('no refunds'), { name: 'guard' });
  const refund = spy('refund');
  const { model } = await scriptedChatModel([calls(['refund']), says('I could not.')]);
  const billing = withHooks(
    createReactAgent,
    hooks,
  )({ name: 'billing', llm: model, tools: [refund] });
  const graph = withHooks(createSwarm, hooks)({ agents: [billing] }).compile();
  const { messages } = await graph.invoke({ messages: [{ role: 'user', content: 'Pay.' }] });
  expect(messages.at(-1)?.text).toBe('I could not.');
  expect(refund.runs).toEqual([]);
  expect(heard).toEqual(['preDelegate', 'preRequest', 'preRequest', 'onAgentResponse']);
});

test('it refuses an agent whose model no hook can see', async () => {
  const hooks = judging('preRequest');
  const { model, requests } = await scriptedChatModel([says('Unseen.')]);
  const agents = [createReactAgent({ name: 'billing', llm: model, tools: [] })] as const;
  const graph = withHooks(createSwarm, hooks)({ agents }).compile();
  const running = graph.invoke({ messages: [{ role: 'user', content: 'Pay.' }] });
  await expect(running).rejects.toThrow('[model_unhooked]');
  expect(requests()).toEqual([]);
});
