import { HumanMessage } from '@langchain/core/messages';
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import { createHooks } from '@interpose/core';
import { createAgent } from 'langchain';
import { describe, expect, test, vi } from 'vitest';

import { callOf, PlainModel } from '../../test/plain-model.ts';
import { spy } from '../../test/scripted-agent.ts';
import { hooksMiddleware, withHooks, type Hookable } from '../index.ts';

const question = { messages: [new HumanMessage('Go.')] };

/** Hooks, and the reports that `onHookError` gets. */
function open() {
  vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  const hooks = createHooks();
  const told: string[] = [];
  hooks.addHook('onHookError', ({ error }) => void told.push(String(error)));
  return { hooks, told };
}

/** Every target whose original can still be run. */
function parts() {
  const agent = createAgent({ name: 'clerk', model: new PlainModel('Hello.'), tools: [] });
  const graph = createReactAgent({ name: 'desk', llm: new PlainModel('Hello.'), tools: [] });
  return { agent, graph, model: new PlainModel('Hello.'), tool: spy('refund') };
}

describe('the original of what was hooked', () => {
  test('is told of once by name when it runs, and runs as before', async () => {
    const { hooks, told } = open();
    const { agent, graph, model, tool } = parts();
    const hooked = [agent, graph, model, tool].map((part) => withHooks<Hookable>(part, hooks));
    await (hooked[0] as typeof agent).invoke(question);
    await (hooked[1] as typeof graph).invoke(question).catch(String);
    await (hooked[2] as typeof model).invoke('Hi.');
    await (hooked[3] as typeof tool).invoke({});
    expect(told).toEqual([]);
    for (let round = 0; round < 2; round += 1) {
      expect((await agent.invoke(question)).messages.at(-1)?.text).toBe('Hello.');
      await graph.invoke(question);
      await model.invoke('Hi.');
      expect(await tool.invoke({})).toBe('refund done');
    }
    expect(told.map((each) => /\[unhooked_original\] (the \w+ "\w+")/.exec(each)?.[1])).toEqual([
      'the agent "clerk"',
      'the graph "desk"',
      'the model "PlainModel"',
      'the tool "refund"',
    ]);
  });

  test("is refused under require: 'enforced', and what was hooked is not", async () => {
    const { hooks } = open();
    const { agent, model, tool } = parts();
    const [hookedAgent, hookedModel] = [
      withHooks(agent, hooks, { require: 'enforced' }),
      withHooks(model, hooks, { require: 'enforced' }),
    ];
    const hookedTool = withHooks(tool, hooks, { require: 'enforced' });
    for (const ran of [
      () => agent.invoke(question),
      () => agent.stream(question),
      () => model.invoke('Hi.'),
      () => tool.invoke({}),
    ])
      await expect(ran()).rejects.toMatchObject({ code: 'unhooked_original' });
    expect([model.asked, tool.runs]).toEqual([0, []]);
    expect((await hookedAgent.invoke(question)).messages.at(-1)?.text).toBe('Hello.');
    expect((await hookedModel.invoke('Hi.')).text).toBe('Hello.');
    expect(await hookedTool.invoke({})).toBe('refund done');
  });

  test('is run by a hooked agent that was given it', async () => {
    const { hooks, told } = open();
    const refund = spy('refund');
    withHooks(refund, hooks, { require: 'enforced' });
    const model = new PlainModel(callOf('refund'), 'Done.');
    await withHooks(createAgent, hooks)({ model, tools: [refund] }).invoke(question);
    expect([refund.runs.length, told]).toEqual([1, []]);
  });
});

describe('a factory that cannot do its work says why', () => {
  test.each([
    ['without parameters', undefined, '[target_unknown]'],
    ['with an empty name for a model', { llm: '', tools: [] }, 'given an empty name'],
    ['with something else for a model', { llm: 7, tools: [] }, 'something that is no model'],
  ])('%s', (_way, params, said) => {
    const make = withHooks(createReactAgent, createHooks()) as unknown as (given: unknown) => void; // The parameters are wrong on purpose.
    expect(() => make(params)).toThrow(said);
  });
});

test('an argument behind the options, which nobody would read, is refused', () => {
  const misread = withHooks as (...given: readonly unknown[]) => unknown;
  expect(() => misread(createAgent, createHooks(), {}, { session: { id: 'thread-7' } })).toThrow(
    '[invalid_option] withHooks got more arguments than it reads; pass one object of options',
  );
  const misplaced = hooksMiddleware as (...given: readonly unknown[]) => unknown;
  expect(() => misplaced(createHooks(), {}, { session: { id: 'thread-7' } })).toThrow(
    'withHooks got more arguments than it reads',
  );
});
