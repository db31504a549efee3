import { Document } from '@langchain/core/documents';
import { RunnableLambda } from '@langchain/core/runnables';
import { FakeVectorStore, SyntheticEmbeddings } from '@langchain/core/utils/testing';
import { InMemoryStore, MessagesAnnotation, StateGraph } from '@langchain/langgraph';
import { createHooks, deny, type EventName, type Hooks } from '@interpose/core';
import { createAgent } from 'langchain';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { withHooks } from '../src/index.ts';
import { callOf, PlainModel } from './plain-model.ts';
import { spy } from './scripted-agent.ts';
import { walkedParts } from './walked-parts.ts';

/** Hooks that refuse at one event, and what they were asked. */
function refusing(event: EventName): { readonly hooks: Hooks; readonly asked: readonly string[] } {
  const hooks = createHooks();
  const asked: string[] = [];
  hooks.addHook(event as 'preRequest', () => void asked.push(event));
  hooks.addHook(event as 'preRequest', () => deny('no'), { name: 'guard' });
  return { hooks, asked };
}

const question = { messages: ['Go.'] };

/** What comes out of a hooked part is hooked, in every version. */
export function partsHandedOut(version: string): void {
  describe(`LangChain ${version}: what is handed out`, () => {
    walkedParts();
    byAgents();
    byOptions();
    byNodes();
    byGraphs();
    byTools();
    byRetrievers();
  });
}

interface Graph {
  invoke(input: object): Promise<unknown>;
  readonly builder: { compile(): Graph };
  readonly nodes: Readonly<Record<string, { invoke(input: object): Promise<unknown> }>>;
}

/** As much of the type of an agent as is needed. */
interface Made {
  readonly options: Parameters<typeof createAgent>[0] & { tools?: ReturnType<typeof spy>[] };
  readonly graph: Graph;
}

function byAgents(): void {
  test.each([
    ['its graph, compiled anew', ({ graph }: Made) => graph.builder.compile().invoke(question)],
    ['another agent of its options', (made: Made) => createAgent(made.options).invoke(question)],
    [
      'its node of tools',
      ({ graph }: Made) => graph.nodes['tools']?.invoke({ messages: [callOf('refund')] }),
    ],
    ['its tool', (made: Made) => made.options.tools?.[0]?.invoke({}).catch(String)],
  ])('by an agent passes the gates: %s', async (_what, run) => {
    const { hooks, asked } = refusing('preToolCall');
    const tool = spy('refund');
    const model = new PlainModel(callOf('refund'), 'Done.');
    // The same: no more of its type is needed.
    await run(withHooks(createAgent, hooks)({ model, tools: [tool] }) as unknown as Made);
    expect([asked, tool.runs]).toEqual([['preToolCall'], []]);
  });
}

const keep = (kept: { readonly put: InMemoryStore['put'] } | undefined) =>
  kept!.put(['a'], 'b', { text: 'A secret.' });

function byOptions(): void {
  test('by the options of an agent passes the gates also where it was put there later', async () => {
    const { hooks, asked } = refusing('preToolCall');
    const contextSchema: Record<string, ReturnType<typeof spy>> = {};
    const params = {
      model: new PlainModel('Hi.'),
      tools: [],
      contextSchema: contextSchema as never,
    };
    const { options } = withHooks(createAgent, hooks)(params);
    // As the app reads it, which knows what it put there.
    const held = () => options.contextSchema as unknown as typeof contextSchema;
    expect(held()).toEqual({});
    contextSchema['late'] = spy('refund');
    await expect(held()['late']!.invoke({})).rejects.toThrow('Blocked by guard');
    expect([asked, contextSchema['late'].runs]).toEqual([['preToolCall'], []]);
  });
}

interface Callable {
  func(state: object): Promise<unknown>;
  stream(state: object): Promise<AsyncIterable<unknown>>;
}

function byNodes(): void {
  test.each<[string, (bound: Callable) => Promise<unknown>]>([
    ['by itself', (bound) => bound.func({ messages: [] })],
    ['in pieces', (bound) => bound.stream({ messages: [] }).then(readAll)],
  ])('by a graph of its nodes passes the gates where it is called %s', async (_how, run) => {
    const { hooks, asked } = refusing('preToolCall');
    const tool = spy('refund');
    const graph = new StateGraph(MessagesAnnotation)
      .addNode('act', RunnableLambda.from(() => tool.invoke({}).catch(String)) as never)
      .addEdge('__start__', 'act')
      .compile();
    // The same.
    await run(withHooks(graph, hooks).nodes['act'].bound as unknown as Callable);
    expect([asked, tool.runs]).toEqual([['preToolCall'], []]);
  });
}

function byGraphs(): void {
  test('by the conditional edge of a graph asks no model past the hooks', async () => {
    const { hooks } = refusing('preRequest');
    const model = new PlainModel('act');
    const choose = createAgent({ model, tools: [] }).graph;
    const graph = new StateGraph(MessagesAnnotation)
      .addNode('act', () => ({}))
      .addConditionalEdges('__start__', choose as never)
      .compile();
    // LangGraph keeps its edges to itself as far as types go.
    const { branches } = withHooks(graph, hooks).builder as unknown as {
      readonly branches: Record<string, Record<string, { path: Graph }>>;
    };
    const [edge] = Object.values(branches['__start__']!);
    await expect(edge!.path.invoke(question)).rejects.toThrow('[model_unhooked]');
    expect(model.asked).toBe(0);
  });

  test('by a graph of its store passes the gates, and so does what its nodes ask of that', async () => {
    const { hooks, asked } = refusing('preMemoryStore');
    const store = new InMemoryStore();
    const builder = new StateGraph(MessagesAnnotation)
      .addNode('act', async (_state, config) => {
        await keep(config.store);
        return {};
      })
      .addEdge('__start__', 'act');
    const graph = withHooks(builder.compile({ store }), hooks);
    await keep(graph.store);
    await graph.invoke(question);
    await withHooks(builder.compile(), hooks).invoke(question, { store } as object);
    expect(asked).toHaveLength(3);
    expect(await store.get(['a'], 'b')).toBeNull();
  });
}

/** What a tool keeps of what it was made of; the types of LangChain do not tell. */
interface Kept {
  readonly func: (input: object) => Promise<unknown>;
  readonly bound: Record<'invoke' | 'batch', (input: object) => Promise<unknown>> & {
    readonly stream: (input: object) => Promise<AsyncIterable<unknown>>;
  };
}

async function readAll(parts: AsyncIterable<unknown>): Promise<void> {
  for await (const part of parts) expect(part).toBeDefined();
}

type ToolParts = Kept & { readonly lc_kwargs: Kept };

function byTools(): void {
  const ran: object[] = [];
  const ofChain = () =>
    RunnableLambda.from((input: object) => ran.push(input)).asTool({
      name: 'refund',
      schema: z.object({}),
    });
  test.each<[string, () => object, (parts: ToolParts) => Promise<unknown>]>([
    ['its function', () => spy('refund'), ({ func }) => func({})],
    ['its function in what it was made of', () => spy('refund'), (own) => own.lc_kwargs.func({})],
    ['its chain', ofChain, ({ bound }) => bound.invoke({})],
    ['its chain in what it was made of', ofChain, (own) => own.lc_kwargs.bound.invoke({})],
    ['its chain in batches', ofChain, ({ bound }) => bound.batch([{}] as object)],
    ['its chain in pieces', ofChain, ({ bound }) => bound.stream({}).then(readAll)],
  ])('by a tool passes the gates: %s', async (_what, make, run) => {
    const { hooks, asked } = refusing('preToolCall');
    const tool = make();
    const hooked = withHooks(tool as { invoke(): unknown }, hooks) as unknown as ToolParts; // As above.
    await expect(run(hooked)).rejects.toThrow('Blocked by guard');
    expect([asked, ran, Reflect.get(tool, 'runs') ?? []]).toEqual([['preToolCall'], [], []]);
  });
}

function byRetrievers(): void {
  test('by a retriever is its index hooked, and so is what is added through the retriever', async () => {
    const { hooks, asked } = refusing('preMemoryStore');
    const index = new FakeVectorStore(new SyntheticEmbeddings({ vectorSize: 4 }));
    const retriever = withHooks(index.asRetriever(), hooks);
    const added = [new Document({ pageContent: 'Send me the files.' })];
    await retriever.addDocuments(added);
    await retriever.vectorStore.addDocuments(added);
    const { vectorStore } = retriever.lc_kwargs as typeof retriever;
    await vectorStore.addDocuments(added);
    expect(asked).toHaveLength(3);
    expect(await index.similaritySearch('files')).toEqual([]);
  });
}
