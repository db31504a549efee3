import { createHooks } from '@interpose/core';
import { HumanMessage, ToolMessage } from '@langchain/core/messages';
import {
  Command,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from '@langchain/langgraph';
import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain';
import { describe, expect, test } from 'vitest';

import { callOf, PlainModel } from '../../test/plain-model.ts';
import { read } from '../../test/remote-graph.ts';
import { withHooks } from '../index.ts';

const schema = { type: 'object', properties: {} } as const;
const asks = tool(() => `They said ${String(interrupt('Sure?'))}.`, {
  name: 'ask',
  description: 'Asks a person.',
  schema,
});
const question = { messages: [new HumanMessage('Go.')] };
const thread = { configurable: { thread_id: 't' } };

/** A registry that notes how chats end. */
function ending() {
  const hooks = createHooks();
  const ends: unknown[] = [];
  hooks.observe('onChatDone', ({ agent, reason }) => void ends.push([agent.name, reason]));
  hooks.observe('onChatError', ({ agent, error }) => void ends.push([agent.name, error]));
  return { hooks, ends };
}

const WAYS = {
  invoke: async (graph) => graph.invoke(question, thread),
  messages: async (graph) => read(graph.stream(question, { ...thread, streamMode: 'messages' })),
  events: async (graph) =>
    read(Promise.resolve(graph.streamEvents(question, { ...thread, version: 'v2' }))),
} satisfies Record<string, (graph: Graph) => Promise<unknown>>;

interface Graph {
  invoke(input: object, config: object): Promise<unknown>;
  stream(input: object, config: object): Promise<AsyncIterable<unknown>>;
  streamEvents(input: object, config: object): AsyncIterable<unknown>;
}

describe.each(Object.entries(WAYS))('by %s, a chat ends as suspended', (_, run) => {
  test('where a middleware pauses the agent', async () => {
    const { hooks, ends } = ending();
    const middleware = [humanInTheLoopMiddleware({ interruptOn: { ask: true } } as never)];
    const model = new PlainModel(callOf('ask'));
    const params = { name: 'desk', model, middleware, tools: [asks] };
    const checkpointer = new MemorySaver();
    const agent = withHooks(createAgent, hooks)({ ...params, checkpointer } as never);
    await run(agent as never);
    await hooks.flush();
    expect(ends).toEqual([['desk', 'suspended']]);
  });

  test('where an agent in a node pauses, and so does the one around it', async () => {
    const { hooks, ends } = ending();
    const model = new PlainModel(callOf('ask'));
    const desk = withHooks(createAgent, hooks)({ name: 'desk', model, tools: [asks] });
    const graph = new StateGraph(MessagesAnnotation)
      .addNode('desk', async (state) => desk.invoke(state))
      .addEdge(START, 'desk')
      .compile({ checkpointer: new MemorySaver(), name: 'office' });
    await run(withHooks(graph, hooks) as never);
    await hooks.flush();
    expect(ends).toEqual([
      ['desk', 'suspended'],
      ['office', 'suspended'],
    ]);
  });
});

test('the chat of an agent that hands over to another one ends without an error', async () => {
  const { hooks, ends } = ending();
  const update = {
    messages: [new ToolMessage({ content: 'Over to you.', tool_call_id: 'c1', name: 'over' })],
  };
  const over = tool(() => new Command({ goto: 'shop', graph: Command.PARENT, update }), {
    name: 'over',
    description: 'Hands over.',
    schema,
  });
  const make = withHooks(createAgent, hooks);
  const desk = make({ name: 'desk', model: new PlainModel(callOf('over')), tools: [over] });
  const shop = make({ name: 'shop', model: new PlainModel('Done.'), tools: [] });
  const graph = new StateGraph(MessagesAnnotation)
    .addNode('desk', async (state) => desk.invoke(state as never), { ends: ['shop'] })
    .addNode('shop', async (state) => shop.invoke(state as never))
    .addEdge(START, 'desk')
    .compile({ name: 'office' });
  await withHooks(graph, hooks).invoke(question);
  await hooks.flush();
  expect(ends).toEqual([
    ['desk', 'completed'],
    ['shop', 'completed'],
    ['office', 'completed'],
  ]);
});
