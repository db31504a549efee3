import { InMemoryStore, MessagesAnnotation, StateGraph } from '@langchain/langgraph';
import { createReactAgent, ToolNode } from '@langchain/langgraph/prebuilt';
import { createHooks } from '@interpose/core';
import { createAgent, createMiddleware } from 'langchain';
import { expect, test } from 'vitest';

// @boundaries-ignore shared by tests only
import { handedOut } from '../../testing/test/handed-out.ts';
import { withHooks, type Hookable } from '../src/index.ts';
import { TAGS } from '../src/targets/hook-object.ts';
import { isModel, isRunner, isStore, isTool, isToolNode } from '../src/targets/shapes.ts';
import { PlainModel } from './plain-model.ts';
import { says, scriptedChatModel, spy } from './scripted-agent.ts';

/** What acts and is not hooked, by its shape, so that one which a newer LangChain hands out is found as well. */
function unhooked(value: object): string | undefined {
  if (TAGS.of(value) !== undefined) return undefined;
  if (isModel(value)) return 'a model';
  if (isToolNode(value)) return 'a tool node';
  if (isRunner(value)) return 'a graph';
  if (isStore(value)) return 'a store';
  if (isTool(value) && 'schema' in value) return 'a tool';
  if ('responses' in value && 'fetchWithTimeout' in value && value === client) return 'a client';
  return undefined;
}

let client: unknown;
const walk = { skip: [TAGS.key], depth: 6 };
const refund = () => spy('refund');
const params = () => ({ model: new PlainModel('Hi.'), tools: [refund()] });
const asking = () => createMiddleware({ name: 'asks', tools: [spy('ask')] });
const graphOf = (tools = [refund()]) =>
  new StateGraph(MessagesAnnotation)
    .addNode('act', createAgent(params()).graph as never)
    .addNode('tools', new ToolNode(tools))
    .addEdge('__start__', 'act')
    .addEdge('act', 'tools')
    .addConditionalEdges('tools', createAgent(params()).graph as never)
    .compile({ store: new InMemoryStore() });

/** Everything that is hooked, and what is derived from it. */
const hooked: Readonly<Record<string, (hook: <T extends Hookable>(part: T) => T) => object>> = {
  'an agent of a factory': (hook) =>
    hook(createAgent)({ ...params(), middleware: [asking()], store: new InMemoryStore() }),
  'an agent': (hook) => hook(createAgent({ ...params(), middleware: [asking()] })),
  'an agent with a configuration': (hook) => {
    const agent = hook(createAgent(params()));
    return (agent as Partial<typeof agent>).withConfig?.({}) ?? agent;
  },
  'a graph of a factory': (hook) => {
    const { model: llm, tools } = params();
    return hook(createReactAgent)({ llm, tools });
  },
  'a graph': (hook) => hook(graphOf()),
  'a graph with a configuration': (hook) => hook(graphOf()).withConfig({}),
  'a graph in a chain': (hook) => hook(graphOf()).pipe((state: unknown) => state),
  'a tool node': (hook) => hook(new ToolNode([refund()])),
  'a tool': (hook) => hook(refund()),
  'a chain made into a tool': (hook) => hook(graphOf().asTool({ name: 'go', schema: {} as never })),
};

/** Everything that hooked parts lead to is hooked, or is nothing that acts. */
export function walkedParts(): void {
  test.each(Object.entries(hooked))('by %s has no part that is not hooked', (_what, make) => {
    const made = make((part) => withHooks(part, createHooks()));
    expect(handedOut(made, unhooked, walk)).toEqual([]);
  });

  test('by a model has neither the models nor the client that it asks', async () => {
    const { model } = await scriptedChatModel([says('Hello.')]);
    await model.invoke('Hi.');
    client = Reflect.get(Reflect.get(model, 'completions') as object, 'client');
    expect(client).toBeDefined();
    const own = withHooks(model, createHooks());
    for (const derived of [
      own,
      own.bindTools([refund()]),
      own.withConfig({ tags: ['a'] }),
      own.withRetry(),
      own.withFallbacks([own]),
      own.pipe((said: unknown) => said),
      own.withStructuredOutput({ title: 'x', type: 'object', properties: {} }),
    ])
      expect(handedOut(derived, unhooked, { ...walk, depth: 5 })).toEqual([]);
  });
}
