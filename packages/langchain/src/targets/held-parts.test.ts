import { DynamicStructuredTool } from '@langchain/core/tools';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { createHooks, deny, type Hooks } from '@interpose/core';
import { createAgent } from 'langchain';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { callOf, PlainModel } from '../../test/plain-model.ts';
import { spy } from '../../test/scripted-agent.ts';
import { withHooks } from '../index.ts';
import { TAGS } from './hook-object.ts';

function guarded(): { readonly hooks: Hooks; readonly asked: string[] } {
  const [hooks, asked] = [createHooks(), [] as string[]];
  hooks.addHook('preToolCall', ({ call: { name } }) => void asked.push(name));
  hooks.addHook('preToolCall', () => deny('no'), { name: 'guard' });
  return { hooks, asked };
}

/** The methods with which an agent shows its graph; its type hides them. */
interface Shown {
  getGraphAsync(): Promise<{ nodes: Record<string, { data: { invoke(given: object): unknown } }> }>;
  getSubgraphs(): Iterable<readonly [name: string, graph: object]>;
}

const state = { messages: [callOf('refund')] };

test.each(['run', 'func', 'runTool'] as const)(
  '%s of a hooked tool node passes the gates, as its invoke does',
  async (name) => {
    const { hooks, asked } = guarded();
    const tool = spy('refund');
    // LangGraph calls these methods itself, but any code can call them.
    const node = withHooks(new ToolNode([tool]), hooks) as unknown as Record<
      typeof name,
      (...given: readonly object[]) => Promise<unknown>
    >;
    await node[name](name === 'runTool' ? state.messages[0]!.tool_calls![0]! : state, {});
    expect([asked, tool.runs]).toEqual([['refund'], []]);
  },
);

test('the nodes in the picture of a hooked agent are hooked', async () => {
  const { hooks, asked } = guarded();
  const tool = spy('refund');
  const model = new PlainModel('Hi.');
  const agent = withHooks(createAgent, hooks)({ model, tools: [tool] });
  const { nodes } = await (agent as unknown as Shown).getGraphAsync(); // The type hides the method.
  await nodes['tools']!.data.invoke(state);
  expect([asked, tool.runs]).toEqual([['refund'], []]);
});

test('the graphs inside of a hooked agent are hooked', async () => {
  const { hooks } = guarded();
  const inner = createAgent({ model: new PlainModel('Hi.'), tools: [], name: 'inner' });
  const agent = withHooks(createAgent({ model: new PlainModel('Hi.'), tools: [] }), hooks);
  Object.assign(agent.graph.nodes, { inner: { subgraphs: [inner.graph], bound: inner.graph } });
  const found = [...(agent as unknown as Shown).getSubgraphs()]; // The type hides the method.
  expect(found.map(([name, graph]) => [name, TAGS.of(graph)?.hooks === hooks])).toEqual([
    ['inner', true],
  ]);
});

/** A tool with a method that returns the tool itself, as builders have it. */
class Desk extends DynamicStructuredTool {
  again(): this {
    return this;
  }

  async later(): Promise<this> {
    return this;
  }
}

test.each(['again', 'later'] as const)(
  'what %s of a tool gives back passes the gates where an agent hands the tool out',
  async (method) => {
    const { hooks, asked } = guarded();
    const ran: string[] = [];
    const func = async () => ran.push('refund');
    const desk = new Desk({ name: 'refund', description: 'Pays.', schema: z.object({}), func });
    const model = new PlainModel('Hi.');
    const agent = withHooks(createAgent, hooks)({ model, tools: [desk] });
    const held = agent.options.tools?.[0] as Desk;
    const given = await held[method]();
    await expect(given.invoke({})).rejects.toThrow('Blocked by guard');
    expect([asked, ran]).toEqual([['refund'], []]);
  },
);
