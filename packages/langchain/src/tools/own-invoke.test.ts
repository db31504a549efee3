import { AIMessage, ToolMessage } from '@langchain/core/messages';
import { StructuredTool } from '@langchain/core/tools';
import { MessagesAnnotation, StateGraph } from '@langchain/langgraph';
import { createHooks, deny } from '@interpose/core';
import { createAgent, FakeToolCallingModel } from 'langchain';
import { describe, expect, test } from 'vitest';

import { withHooks } from '../index.ts';

const schema = { type: 'object', properties: { depth: { type: 'number' } } } as const;

abstract class RefundTool extends StructuredTool {
  override name = 'refund';
  override description = 'Pays money back.';
  override schema = schema;
  readonly ran: string[] = [];
}

/** A tool whose class has an `invoke` of its own in place of LangChain's. */
class Refund extends RefundTool {
  override async invoke(given: unknown): Promise<never> {
    this.ran.push('invoke');
    const { id } = given as { readonly id?: string };
    if (id === undefined) return 'paid SECRET' as never;
    return new ToolMessage({ content: 'paid SECRET', tool_call_id: id, name: 'refund' }) as never;
  }

  protected override async _call(): Promise<string> {
    this.ran.push('_call');
    return 'paid SECRET';
  }
}

/** The same tool, but its `invoke` calls LangChain's `invoke`. */
class Counted extends Refund {
  override async invoke(given: unknown, config?: unknown): Promise<never> {
    return StructuredTool.prototype.invoke.call(this, given as never, config as never) as never;
  }
}

/** The same tool, but its `invoke` calls `_call` directly. */
class Direct extends Refund {
  override invoke(): Promise<never> {
    // oxlint-disable-next-line no-underscore-dangle -- LangChain names what a tool does so
    return this._call() as Promise<never>;
  }
}

/** A tool whose `call` is its own and never reaches `_call`, the part that does the work. */
class OwnCall extends RefundTool {
  override async call(): Promise<never> {
    this.ran.push('call');
    return 'paid SECRET' as never;
  }

  protected override async _call(): Promise<string> {
    return this.call();
  }
}

/** A tool that returns another text than its `_call`, or fails after `_call`. */
class Talkative extends Refund {
  override async invoke(): Promise<never> {
    // oxlint-disable-next-line no-underscore-dangle -- LangChain names what a tool does so
    await this._call();
    return 'The code is SECRET.' as never;
  }

  protected override async _call(): Promise<string> {
    this.ran.push('_call');
    return 'paid';
  }
}

class Failing extends Talkative {
  override async invoke(): Promise<never> {
    await super.invoke();
    throw new Error('The code is SECRET.');
  }
}

const agentOf = (refund: StructuredTool) => {
  const toolCalls = [[{ name: 'refund', args: {}, id: 'c1' }], []];
  return createAgent({ model: new FakeToolCallingModel({ toolCalls }), tools: [refund] });
};
const graphOf = (refund: StructuredTool) =>
  new StateGraph(MessagesAnnotation)
    .addNode('act', async () => ({
      messages: [new AIMessage(String(await refund.invoke({}).catch(String)))],
    }))
    .addEdge('__start__', 'act')
    .addEdge('act', '__end__')
    .compile();
const input = { messages: [{ role: 'user', content: 'Go.' }] };

describe.each([
  ['an agent', agentOf],
  ['a node of a graph', graphOf],
])('a tool whose class overrides invoke, called by %s', (_caller, make) => {
  test.each([Refund, Counted, Direct, OwnCall])(
    'does not run where its call is denied: %o',
    async (Made) => {
      const hooks = createHooks();
      hooks.addHook('preToolCall', () => deny('no refunds'));
      const refund = new Made();
      const state = await withHooks(make(refund) as ReturnType<typeof agentOf>, hooks).invoke(
        input,
      );
      expect(refund.ran).toEqual([]);
      expect(JSON.stringify(state)).toContain('no refunds');
    },
  );

  test.each([Refund, Counted, Direct, OwnCall])(
    'is asked about once, and its result can be changed: %o',
    async (Made) => {
      const hooks = createHooks();
      const asked: string[] = [];
      hooks.addHook('preToolCall', ({ call }) => void asked.push(call.name));
      hooks.addHook('onToolCallResult', () => ({ result: 'paid' }));
      const refund = new Made();
      const state = await withHooks(make(refund) as ReturnType<typeof agentOf>, hooks).invoke(
        input,
      );
      expect([asked, refund.ran.length]).toEqual([['refund'], 1]);
      expect(JSON.stringify(state)).not.toContain('SECRET');
    },
  );
});

test('callbacks are told the judged result of such a tool that ends in the work of LangChain', async () => {
  const hooks = createHooks();
  hooks.addHook('onToolCallResult', () => ({ result: 'paid' }));
  const told: string[] = [];
  const callbacks = [
    { handleToolEnd: (output: unknown) => void told.push(JSON.stringify(output)) },
  ];
  await withHooks(agentOf(new Counted()), hooks).invoke(input, { callbacks });
  expect(told).toHaveLength(1);
  expect(told.join()).not.toContain('SECRET');
});

test.each([Talkative, Failing])(
  'what such a tool tells beside the part that works passes the gates: %o',
  async (Made) => {
    for (const make of [agentOf, graphOf]) {
      const hooks = createHooks();
      const hide = (text: unknown) => String(text).replace('SECRET', '****');
      hooks.addHook('onToolCallResult', ({ result }) => ({ result: hide(result) }));
      hooks.addHook('onToolCallError', ({ error }) => ({
        error: { message: hide(error.message) },
      }));
      const state = await withHooks(make(new Made()) as ReturnType<typeof agentOf>, hooks).invoke(
        input,
      );
      expect(JSON.stringify(state)).not.toContain('SECRET');
      expect(JSON.stringify(state)).toContain('****');
    }
  },
);

test('a tool that overrides call is gated where call is what a node uses', async () => {
  const hooks = createHooks();
  hooks.addHook('preToolCall', () => deny('no refunds'));
  const refund = new OwnCall();
  const node = async () => ({ messages: [await refund.call().catch(String)] });
  const graph = new StateGraph(MessagesAnnotation).addNode('act', node).addEdge('__start__', 'act');
  const state = await withHooks(graph.compile(), hooks).invoke(input);
  expect(refund.ran).toEqual([]);
  expect(JSON.stringify(state)).toContain('no refunds');
});

test('a part of such a tool that a node calls by itself passes the gate', async () => {
  const hooks = createHooks();
  hooks.addHook('preToolCall', () => deny('no refunds'));
  const refund = new Refund();
  const act = Reflect.get(refund, '_call') as (given: object) => Promise<string>;
  const graph = new StateGraph(MessagesAnnotation)
    .addNode('act', async () => ({
      messages: [new AIMessage(await act.call(refund, {}).catch(String))],
    }))
    .addEdge('__start__', 'act')
    .addEdge('act', '__end__')
    .compile();
  const state = await withHooks(graph, hooks).invoke(input);
  expect(refund.ran).toEqual([]);
  expect(JSON.stringify(state)).toContain('no refunds');
});

test('a tool that two registries hooked passes both in an agent of a third', async () => {
  const registries = [createHooks(), createHooks(), createHooks()] as const;
  const asked: number[] = [];
  for (const [place, hooks] of registries.entries())
    hooks.addHook('preToolCall', () => void asked.push(place));
  const refund = withHooks(withHooks(new Refund(), registries[0]), registries[1]);
  await withHooks(agentOf(refund), registries[2]).invoke(input);
  expect(asked.toSorted((a, b) => a - b)).toEqual([0, 1, 2]);
});
