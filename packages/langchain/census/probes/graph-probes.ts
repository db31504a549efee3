import type { EventName } from '@interpose/core';
import type { Probe } from '@interpose/testing/probes';
import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { RunnableLambda } from '@langchain/core/runnables';
import { entrypoint, task } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';

import { graphOf } from '../../test/graph-of.ts';
import { drain, kitProbe, type Kit } from './probe-kit.ts';

const asks: readonly EventName[] = ['preToolCall', 'onToolCallResult'];
const call = { type: 'tool_call' as const, id: 'c1', name: 'refund', args: { euros: 5 } };
const asking = {
  messages: [
    new HumanMessage({ content: 'Pay me.', id: 'question' }),
    new AIMessage({ content: '', tool_calls: [call], id: 'asking' }),
  ],
};

/** The ways by which a compiled graph reaches a tool. */
const ways: Readonly<Record<string, (kit: Kit) => unknown>> = {
  'a ToolNode': ({ refund }) => new ToolNode([refund]),
  'a node that calls it':
    ({ refund }) =>
    async () => ({
      messages: [await refund.invoke(call)],
    }),
  'a ToolNode in a function':
    ({ refund }) =>
    (state: object) =>
      new ToolNode([refund]).invoke(state),
  'a ToolNode with retries': ({ refund }) =>
    new ToolNode([refund]).withRetry({ stopAfterAttempt: 1 }),
  'a ToolNode with a configuration': ({ refund, listening }) =>
    new ToolNode([refund]).withConfig(listening),
  'a lambda that returns a ToolNode': ({ refund }) =>
    RunnableLambda.from(() => new ToolNode([refund]) as never),
  'a tool with retries':
    ({ refund }) =>
    async () => ({
      messages: [await refund.withRetry({ stopAfterAttempt: 1 }).invoke(call)],
    }),
  'no callbacks':
    ({ refund }) =>
    async () => ({
      messages: [await refund.invoke(call, { callbacks: [] })],
    }),
};

/** Compiled graphs, however they reach their tools and models. */
export function graphProbes(): readonly Probe[] {
  return [
    ...Object.entries(ways).flatMap(([way, nodeOf]) => [
      graphProbe(`graph: ${way}`, (kit) =>
        kit.hook(graphOf(nodeOf(kit))).invoke(asking, kit.listening),
      ),
      graphProbe(`graph: ${way}, streamed`, (kit) =>
        drain(
          kit.hook(graphOf(nodeOf(kit))).stream(asking, { streamMode: ['values', 'messages'] }),
        ),
      ),
    ]),
    graphProbe('graph: a tool pushed into its ToolNode later', (kit) => {
      const node = new ToolNode([]);
      const graph = kit.hook(graphOf(node));
      node.tools.push(kit.refund);
      return graph.invoke(asking);
    }),
    graphProbe('entrypoint and task', ({ refund, hook }) => {
      const pay = task('pay', () => refund.invoke(call));
      return hook(entrypoint('flow', async (): Promise<unknown> => [await pay()])).invoke(asking);
    }),
    kitProbe(
      'graph with a hooked model',
      ['preRequest', 'onResponse', 'onAgentResponse'],
      ({ hook, model, listening }) => {
        const hooked = hook(model);
        const node = async ({ messages }: typeof asking): Promise<object> => ({
          messages: [await hooked.invoke(messages)],
        });
        return hook(graphOf(node)).invoke(
          { messages: [new HumanMessage({ content: 'Pay me.', id: 'question' })] },
          listening,
        );
      },
      'text',
    ),
  ];
}

/** Such graphs ask no model: that the app ran counts as its request. */
function graphProbe(name: string, app: (kit: Kit) => unknown): Probe {
  return kitProbe(name, asks, async (kit) => {
    kit.run.requested();
    return app(kit);
  });
}
