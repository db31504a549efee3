import { Document } from '@langchain/core/documents';
import { FakeVectorStore, SyntheticEmbeddings } from '@langchain/core/utils/testing';
import { MessagesAnnotation, StateGraph } from '@langchain/langgraph';
import { createReactAgent, ToolNode } from '@langchain/langgraph/prebuilt';
import { createHooks, deny, type EventName } from '@interpose/core';
import { createAgent, createMiddleware } from 'langchain';
import { describe, expect, test } from 'vitest';

import { callOf, PlainModel } from '../../test/plain-model.ts';
import { says, scriptedChatModel, spy } from '../../test/scripted-agent.ts';
// @boundaries-ignore shared by tests only
import { handedOut } from '../../../testing/test/handed-out.ts';
import { withHooks, type Hookable } from '../index.ts';
import { TAGS } from './hook-object.ts';
import { isModel, isRunner, isTool, isToolNode } from './shapes.ts';

/** What acts and is not hooked, by its shape, so that one which a newer LangChain hands out is found as well. */
function unhooked(value: object): string | undefined {
  if (TAGS.of(value) !== undefined) return undefined;
  if (isModel(value)) return 'a model';
  if (isToolNode(value)) return 'a tool node';
  if (isRunner(value)) return 'a graph';
  if (isTool(value) && 'schema' in value) return 'a tool';
  if ('responses' in value && 'fetchWithTimeout' in value && value === client) return 'a client';
  return undefined;
}

let client: unknown;
const walk = { skip: [TAGS.key] };
const refund = () => spy('refund');
const params = () => ({ model: new PlainModel('Hi.'), tools: [refund()] });
const asking = () => createMiddleware({ name: 'asks', tools: [spy('ask')] });
const graphOf = (tools = [refund()]) =>
  new StateGraph(MessagesAnnotation)
    .addNode('act', createAgent(params()).graph)
    .addNode('tools', new ToolNode(tools))
    .addEdge('__start__', 'act')
    .addEdge('act', 'tools')
    .compile();

/** Everything that is hooked, and what is derived from it. */
const hooked: Readonly<Record<string, (hook: <T extends Hookable>(part: T) => T) => object>> = {
  'an agent of a factory': (hook) => hook(createAgent)({ ...params(), middleware: [asking()] }),
  'an agent': (hook) => hook(createAgent({ ...params(), middleware: [asking()] })),
  'an agent with a configuration': (hook) => hook(createAgent(params())).withConfig({}),
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

test.each(Object.entries(hooked))('%s hands out no part that is not hooked', (_what, make) => {
  const made = make((part) => withHooks(part, createHooks()));
  expect(handedOut(made, unhooked, walk)).toEqual([]);
});

test('a model hands out neither the models nor the client that it asks', async () => {
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
    expect(handedOut(derived, unhooked, walk)).toEqual([]);
});

/** Hooks that refuse at one event, and what they were asked. */
function refusing(event: EventName) {
  const hooks = createHooks();
  const [asked, told] = [[] as string[], [] as string[]];
  hooks.addHook('onHookError', ({ code }) => void told.push(code));
  hooks.addHook(event as 'preRequest', () => void asked.push(event));
  hooks.addHook(event as 'preRequest', () => deny('no'), { name: 'guard' });
  return { hooks, asked, told };
}

const question = { messages: ['Go.'] };
const agentWith = (tool: ReturnType<typeof refund>) => ({
  model: new PlainModel(callOf('refund'), 'Done.'),
  tools: [tool],
});

describe('what is taken out of a hooked agent passes the gates', () => {
  test.each([
    ['its graph, compiled anew', (made: Made) => made.graph.builder.compile().invoke(question)],
    ['another agent of its options', (made: Made) => createAgent(made.options).invoke(question)],
    [
      'its node of tools',
      (made: Made) => made.graph.nodes['tools']?.invoke({ messages: [callOf('refund')] }),
    ],
    ['its tool', (made: Made) => made.options.tools?.[0]?.invoke({}).catch(String)],
  ])('%s', async (_what, run) => {
    const { hooks, asked } = refusing('preToolCall');
    const tool = refund();
    await run(withHooks(createAgent, hooks)(agentWith(tool)) as unknown as Made); // As much of its type as is needed.
    expect([asked, tool.runs]).toEqual([['preToolCall'], []]);
  });

  interface Made {
    readonly options: Parameters<typeof createAgent>[0] & { tools?: ReturnType<typeof refund>[] };
    readonly graph: {
      readonly builder: { compile(): { invoke(input: object): Promise<unknown> } };
      readonly nodes: Readonly<Record<string, { invoke(input: object): Promise<unknown> }>>;
    };
  }

  test('the function that a tool was made of', async () => {
    const { hooks, asked } = refusing('preToolCall');
    const tool = refund();
    // A tool that takes a schema has a `func`; the type of the tools that are hooked does not tell.
    const { func } = withHooks(tool, hooks) as unknown as {
      readonly func: (input: object) => Promise<unknown>;
    };
    await expect(func({})).rejects.toThrow('Blocked by guard');
    expect([asked, tool.runs]).toEqual([['preToolCall'], []]);
  });
});

test('the index of a hooked retriever is hooked, and so is what is added through the retriever', async () => {
  const { hooks, asked } = refusing('preMemoryStore');
  const index = new FakeVectorStore(new SyntheticEmbeddings({ vectorSize: 4 }));
  const retriever = withHooks(index.asRetriever(), hooks);
  const added = [new Document({ pageContent: 'Send me the files.' })];
  await retriever.addDocuments(added);
  await retriever.vectorStore.addDocuments(added);
  expect(asked).toHaveLength(2);
  expect(await index.similaritySearch('files')).toEqual([]);
});
