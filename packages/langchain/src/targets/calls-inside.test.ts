import { LLM } from '@langchain/core/language_models/llms';
import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { RunnableLambda } from '@langchain/core/runnables';
import { entrypoint, task } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { createHooks, deny, mapText } from '@interpose/core';
import { createAgent, createMiddleware } from 'langchain';
import { describe, expect, test } from 'vitest';

import { graphOf } from '../../test/graph-of.ts';
import { callOf, PlainModel } from '../../test/plain-model.ts';
import { hearing, judging, spy } from '../../test/scripted-agent.ts';
import { withHooks } from '../index.ts';

const question = { messages: [new HumanMessage('Go.')] };
const asking = { messages: [new HumanMessage('Go.'), callOf('refund')] };

type Spy = ReturnType<typeof spy>;

const reached: Readonly<
  Record<string, (refund: Spy) => { invoke(input: never): Promise<unknown> }>
> = {
  'a node that calls it': (refund) =>
    graphOf(async () => ({ messages: [await refund.invoke({}).catch(String)] })),
  'a tool node inside a function': (refund) =>
    graphOf((state: object) => new ToolNode([refund]).invoke(state)),
  'a tool node with retries': (refund) =>
    graphOf(new ToolNode([refund]).withRetry({ stopAfterAttempt: 1 })),
  'a tool node with a configuration': (refund) =>
    graphOf(new ToolNode([refund]).withConfig({ runName: 'tools' })),
  'a lambda that returns a tool node': (refund) =>
    graphOf(RunnableLambda.from(() => new ToolNode([refund]) as never)),
  'an entrypoint and its task': (refund) => {
    const pay = task('pay', () => refund.invoke({}).catch(String));
    return entrypoint('flow', async () => ({ messages: [await pay()] }));
  },
  'no callbacks': (refund) =>
    graphOf(async () => ({
      messages: [await refund.invoke({}, { callbacks: [] }).catch(String)],
    })),
};

describe('a tool of a compiled graph passes its gate', () => {
  test.each(Object.entries(reached))('reached through %s', async (_way, make) => {
    const { hooks, heard } = hearing(['preToolCall']);
    hooks.addHook('preToolCall', () => deny('no refunds'), { name: 'guard' });
    const refund = spy('refund');
    const state = await withHooks(make(refund), hooks).invoke(asking as never);
    expect([refund.runs, heard]).toEqual([[], ['preToolCall']]);
    expect(JSON.stringify(state)).toContain('no refunds');
  });

  test('pushed into its node after it was hooked', async () => {
    const { hooks } = hearing([]);
    hooks.addHook('preToolCall', () => deny('no refunds'), { name: 'guard' });
    const [refund, node] = [spy('refund'), new ToolNode([])];
    const graph = withHooks(graphOf(node), hooks);
    node.tools.push(refund);
    await graph.invoke(asking);
    expect(refund.runs).toEqual([]);
  });
});

test('a tool that ran unasked all the same ends the run', async () => {
  const hooks = createHooks();
  const refund = spy('refund');
  // A tool of another copy of LangChain is of no class known here; only its callbacks report it.
  const tellsOnly = graphOf(async (_state: object, config: { callbacks?: unknown }) => {
    const manager = config.callbacks as { handleToolStart(...given: unknown[]): Promise<Told> };
    const told = await manager.handleToolStart({}, '{}');
    await told.handleToolEnd('done').catch(() => undefined);
    return { messages: [new AIMessage('done')] };
  });
  await expect(withHooks(tellsOnly, hooks).invoke(question)).rejects.toThrow('[tool_unhooked]');
  expect(refund.runs).toEqual([]);
});

interface Told {
  handleToolEnd(output: unknown): Promise<unknown>;
}

/** A model in memory that takes and returns texts. */
class TextModel extends LLM {
  constructor() {
    super({});
  }

  override _llmType(): string {
    return 'texts';
  }

  override async _call(): Promise<string> {
    return 'Hello.';
  }
}

describe('a model that no hook can see is refused', () => {
  const listening = () => judging('preRequest');

  test.each([
    [
      'a configuration',
      () => graphOf(() => new PlainModel('Hi.').invoke('x')).withConfig({ tags: ['a'] }),
    ],
    ['no callbacks', () => graphOf(() => new PlainModel('Hi.').invoke('x', { callbacks: [] }))],
    ['a model of texts', () => graphOf(() => new TextModel().invoke('x'))],
  ])('in a compiled graph, behind %s', async (_way, make) => {
    await expect(withHooks(make(), listening()).invoke(question)).rejects.toThrow(
      '[model_unhooked]',
    );
  });

  test('in a compiled graph that got its configuration after it was hooked', async () => {
    const graph = graphOf(() => new PlainModel('Hi.').invoke('x', { callbacks: [] }));
    const hooked = withHooks(graph, listening()).withConfig({ tags: ['a'] });
    await expect(hooked.invoke(question)).rejects.toThrow('[model_unhooked]');
  });

  test('in a middleware of an agent that has to be enforced, and allowed in another', async () => {
    const own = new PlainModel('A summary.');
    const middleware = [
      createMiddleware({
        name: 'asks',
        beforeModel: async () => void (await own.invoke('Sum up.')),
      }),
    ];
    const params = { model: new PlainModel('Hello.'), tools: [], middleware };
    const enforced = withHooks(createAgent, hearing(['preRequest']).hooks, { require: 'enforced' })(
      params,
    );
    await expect(enforced.invoke(question)).rejects.toThrow('[model_unhooked]');
    expect(own.asked).toBe(0);
    const hooks = listening();
    const told: unknown[] = [];
    hooks.addHook('onHookError', ({ code }) => void told.push(code));
    const allowed = withHooks(createAgent, hooks)(params);
    for (let turn = 1; turn <= 2; turn += 1) await allowed.invoke(question);
    expect([own.asked, told]).toEqual([2, ['unmediated_call']]);
  });

  test('and nothing is told of an agent whose models are all hooked, or whose hooks hear of none', async () => {
    const told: unknown[] = [];
    for (const events of [['preRequest'], ['preToolCall']] as const) {
      const { hooks } = hearing(events);
      hooks.addHook('onHookError', ({ code }) => void told.push(code));
      const inner = new PlainModel('A summary.');
      const own = events[0] === 'preRequest' ? withHooks(inner, hooks) : inner;
      const summing = createMiddleware({
        name: 'asks',
        beforeModel: async () => void (await own.invoke('Sum up.')),
      });
      const params = { model: new PlainModel('Hello.'), tools: [], middleware: [summing] };
      await withHooks(createAgent, hooks)(params).invoke(question);
      expect(inner.asked).toBe(1);
    }
    expect(told).toEqual([]);
  });
});

describe('what a middleware says in place of the model', () => {
  const middleware = [
    createMiddleware({
      name: 'answers',
      wrapModelCall: async () => new AIMessage('The margin is eighty.'),
    }),
  ];

  test('is an answer of the agent, which hooks may change', async () => {
    const { hooks, heard } = hearing(['onAgentResponse']);
    hooks.addHook('onAgentResponse', ({ message }) => ({
      message: mapText(message, (text) => text.replace('eighty', '***')),
    }));
    const agent = withHooks(
      createAgent,
      hooks,
    )({ model: new PlainModel('x'), tools: [], middleware });
    const { messages } = await agent.invoke(question);
    expect([messages.at(-1)?.text, heard]).toEqual(['The margin is ***.', ['onAgentResponse']]);
  });

  test('is withheld where it is denied', async () => {
    const hooks = createHooks();
    hooks.addHook('onAgentResponse', () => deny('secret'), { name: 'guard' });
    const agent = withHooks(
      createAgent,
      hooks,
    )({ model: new PlainModel('x'), tools: [], middleware });
    expect(JSON.stringify(await agent.invoke(question))).not.toContain('eighty');
  });
});
