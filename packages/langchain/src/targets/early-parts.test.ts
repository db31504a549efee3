import { RunnableLambda } from '@langchain/core/runnables';
import { StructuredTool } from '@langchain/core/tools';
import { MessagesAnnotation, StateGraph } from '@langchain/langgraph';
import { RemoteGraph } from '@langchain/langgraph/remote';
import { deny } from '@interpose/core';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { PlainModel } from '../../test/plain-model.ts';
import { hearing, judging } from '../../test/scripted-agent.ts';

class EarlyTool extends StructuredTool {
  name = 'refund';
  description = 'Pays.';
  schema = z.object({});
  paid = 0;

  override async _call(): Promise<string> {
    this.paid += 1;
    return 'paid';
  }
}

class EarlyModel extends PlainModel {
  // The class has this method itself, so that only an object of this class leads the adapter to it.
  override _generate() {
    return super['_generate']();
  }
}

// The only objects of their classes, made before the adapter is loaded and hooks anything.
const [tool, model] = [new EarlyTool(), new EarlyModel('Hello.')];
const remote = new RemoteGraph({ graphId: 'desk', url: 'http://127.0.0.1:9' });
const { withHooks } = await import('../index.ts');

/** Returns a compiled graph of this one node. */
function graphOf(node: () => Promise<unknown>) {
  return new StateGraph(MessagesAnnotation)
    .addNode('act', async () => ({ messages: [String(await node())] }))
    .addEdge('__start__', 'act')
    .addEdge('act', '__end__')
    .compile();
}

const guarded = () => {
  const { hooks, heard } = hearing(['preToolCall']);
  hooks.addHook('preToolCall', () => deny('no refunds'), { name: 'guard' });
  return { hooks, heard };
};

test('a tool that was made before the adapter was there passes its gate in a graph', async () => {
  const { hooks, heard } = guarded();
  const graph = withHooks(
    graphOf(() => tool.invoke({}).catch(String)),
    hooks,
  );
  const { messages } = await graph.invoke({ messages: [] });
  expect([tool.paid, heard, messages.at(-1)?.text]).toEqual([
    0,
    ['preToolCall'],
    expect.stringContaining('no refunds'),
  ]);
});

test('a chain that was made into a tool passes its gate in a graph', async () => {
  const { hooks, heard } = guarded();
  let paid = 0;
  const chain = RunnableLambda.from(() => `paid ${(paid += 1)}`);
  const made = chain.asTool({ name: 'refund', description: 'Pays.', schema: z.object({}) });
  const graph = withHooks(
    graphOf(() => made.invoke({}).catch(String)),
    hooks,
  );
  const { messages } = await graph.invoke({ messages: [] });
  expect([paid, heard, messages.at(-1)?.text]).toEqual([
    0,
    ['preToolCall'],
    expect.stringContaining('no refunds'),
  ]);
});

test('a model that was made before the adapter was there is refused in a graph', async () => {
  const hooks = judging('preRequest');
  const ways = [
    () => model.invoke('Go.', { callbacks: [] }),
    () => model.generate([['Go.']], { callbacks: [] }),
    async () => (await model.stream('Go.', { callbacks: [] })).getReader().read(),
  ];
  for (const way of ways)
    await expect(withHooks(graphOf(way), hooks).invoke({ messages: [] })).rejects.toThrow(
      '[model_unhooked]',
    );
  expect(model.asked).toBe(0);
});

test('so does a graph on another machine, hooked by itself or as a node', async () => {
  const { hooks } = guarded();
  hooks.addHook('preDelegate', () => deny('not there'));
  const builder = new StateGraph(MessagesAnnotation).addNode('ask', remote);
  const graph = builder.addEdge('__start__', 'ask').compile();
  for (const each of [withHooks(graph, hooks), withHooks(remote, hooks)])
    await expect(each.invoke({ messages: [] })).rejects.toThrow('not there');
});
