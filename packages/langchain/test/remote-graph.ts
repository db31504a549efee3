import { HumanMessage } from '@langchain/core/messages';
import { RunnableLambda } from '@langchain/core/runnables';
import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { RemoteGraph } from '@langchain/langgraph/remote';
import type { Hooks } from '@interpose/core';
import { createAgent, createMiddleware, tool } from 'langchain';

import { withHooks } from '../src/index.ts';
import { callOf, PlainModel } from './plain-model.ts';

export const question: { readonly messages: HumanMessage[] } = {
  messages: [new HumanMessage('Where?')],
};
const said = { type: 'ai', content: 'In the SECRET drawer.', id: 'm1' };
export const state: { readonly messages: object[] } = {
  messages: [{ type: 'human', content: 'Where?' }, said],
};
const events = [
  { event: 'messages', data: [said, {}] },
  { event: 'updates', data: { desk: { messages: [said] } } },
  { event: 'values', data: state },
];

/** A graph on another machine, whose client notes what it is asked and answers with the events that it was asked for. */
export function remote(): {
  readonly graph: RemoteGraph;
  readonly asked: { readonly input: unknown }[];
} {
  const asked: { readonly input: unknown }[] = [];
  const client = {
    runs: {
      async *stream(
        _thread: unknown,
        _graph: unknown,
        payload: { input: unknown; streamMode: string[] },
      ) {
        asked.push(payload);
        const modes = payload.streamMode.map((mode) => mode.replace('-tuple', ''));
        yield* events.filter(({ event }) => modes.includes(event));
      },
    },
    threads: {
      stream: () => ({ run: { start: async (run: { input: unknown }) => asked.push(run) } }),
    },
    assistants: { getSubgraphs: async () => ({ inner: { graph_id: 'inner' } }) },
  };
  return { graph: new RemoteGraph({ graphId: 'desk', client: client as never }), asked };
}

/** All that a stream gives. */
export async function read(stream: Promise<AsyncIterable<unknown>>): Promise<unknown[]> {
  const chunks: unknown[] = [];
  for await (const chunk of await stream) chunks.push(chunk);
  return chunks;
}

/** The ways to call one. */
export const direct: Record<string, (graph: RemoteGraph) => Promise<unknown>> = {
  invoke: (graph) => graph.invoke(question),
  stream: (graph) => read(graph.stream(question)),
  batch: (graph) => graph.batch([question]),
  withConfig: (graph) => graph.withConfig({ tags: ['a'] }).invoke(question),
  pipe: (graph) => graph.pipe(RunnableLambda.from((found: unknown) => found)).invoke(question),
  'pipe, streamed': (graph) =>
    read(
      RunnableLambda.from(() => question)
        .pipe(graph)
        .stream('Where?'),
    ),
  'a subgraph': async (graph) => {
    for await (const [, inner] of graph.getSubgraphsAsync())
      return inner.invoke(question) as Promise<unknown>;
    throw new Error('it has one');
  },
};

/** Where an app calls one inside of an agent or a graph that is hooked. */
export const inside: Record<
  string,
  (graph: RemoteGraph, hooks: Hooks, options?: object) => Promise<unknown>
> = {
  'a tool': (graph, hooks, options) => {
    const schema = { type: 'object', properties: {} } as const;
    const asks = tool(async () => JSON.stringify(await graph.invoke(question)), {
      name: 'ask',
      description: 'Asks.',
      schema,
    });
    const model = new PlainModel(callOf('ask'), 'Done.');
    return withHooks(createAgent, hooks, options)({ model, tools: [asks] }).invoke(question);
  },
  'a middleware': (graph, hooks, options) => {
    const beforeModel = async (): Promise<object> => ({
      messages: ((await graph.invoke(question)) as typeof state).messages.slice(1),
    });
    const middleware = [createMiddleware({ name: 'Asks', beforeModel })];
    const model = new PlainModel('Done.');
    return withHooks(createAgent, hooks, options)({ model, middleware }).invoke(question);
  },
  'the code of a node': (graph, hooks) =>
    graphOf((given) => graph.invoke(given), hooks).invoke(question),
  'a node': (graph, hooks) => graphOf(graph, hooks).invoke(question),
  'a node, streamed with its parts': (graph, hooks) =>
    read(
      graphOf(graph, hooks).stream(question, {
        streamMode: ['values', 'messages', 'updates'],
        subgraphs: true,
      }),
    ),
};

function graphOf(node: RemoteGraph | ((given: object) => Promise<object>), hooks: Hooks) {
  const builder = new StateGraph(MessagesAnnotation).addNode('desk', node as never);
  return withHooks(builder.addEdge(START, 'desk').compile(), hooks);
}
