import { createRequire } from 'node:module';

import * as agents from '@openai/agents-core';
import { Agent, run, Runner } from '@openai/agents-core';
import { describe, expect, test } from 'vitest';

import { createHooks, deny, type Hooks } from '@interpose/core';
import { inModelStep, expectModelSteps } from '@interpose/core/adapter';

import { agentOn, modes, openTool, runIn, runner } from '../test/app.ts';
import { calls, MemoryModel, readOf } from '../test/memory-model.ts';
import { capabilities, inspect, withHooks } from './index.ts';

function counting(): { readonly hooks: Hooks; readonly heard: string[] } {
  const hooks = createHooks();
  const heard: string[] = [];
  hooks.observe('preRequest', ({ request }) => void heard.push(request.model ?? 'a model'));
  return { hooks, heard };
}

describe('withHooks', () => {
  test('gives back the very agent, runner and module, and hooks each once', async () => {
    const { hooks, heard } = counting();
    const agent = agentOn(new MemoryModel('Hi.'));
    const own = new Runner({ tracingDisabled: true });
    expect(withHooks(withHooks(agent, hooks), hooks)).toBe(agent);
    expect(withHooks(own, hooks)).toBe(own);
    await own.run(agent, 'Hi.');
    expect(heard).toEqual(['a model']);
  });

  test('takes `run` and gives back one that hooks its agents', async () => {
    const { hooks, heard } = counting();
    agents.setTracingDisabled(true);
    const result = await withHooks(run, hooks)(agentOn(new MemoryModel('Hi.')), 'Hi.');
    expect([result.finalOutput, heard.length]).toEqual(['Hi.', 1]);
  });

  test('puts another registry around the first', async () => {
    const [inner, outer] = [createHooks(), createHooks()];
    const order: string[] = [];
    for (const [name, hooks] of [
      ['inner', inner],
      ['outer', outer],
    ] as const) {
      hooks.addHook('preRequest', () => void order.push(`${name} asks`));
      hooks.addHook('onResponse', () => void order.push(`${name} hears`));
      hooks.addHook('preToolCall', () => void order.push(`${name} calls`));
    }
    const model = new MemoryModel([calls('refund')], 'Done.');
    const agent = agentOn(model, { tools: [openTool('refund', () => 'paid')] });
    await runner.run(withHooks(withHooks(agent, inner), outer), 'Pay me.');
    expect(order.slice(0, 6)).toEqual([
      'outer asks',
      'inner asks',
      'inner hears',
      'outer hears',
      'outer calls',
      'inner calls',
    ]);
  });

  test.each(modes)(
    "denies by the inner registry's rule also where the outer allows (%s)",
    async (mode) => {
      const [inner, outer] = [createHooks(), createHooks()];
      inner.addHook('preToolCall', () => deny('not here'), { name: 'inner' });
      const errors: string[] = [];
      outer.observe('onToolCallError', ({ error }) => void errors.push(error.message));
      const model = new MemoryModel([calls('refund')], 'Done.');
      const agent = agentOn(model, { tools: [openTool('refund', () => 'paid')] });
      await runIn(mode, withHooks(withHooks(agent, inner), outer), 'Pay me.');
      expect(readOf(model, 'call_refund')).toContain('Blocked by inner: not here');
      expect(errors).toEqual(['Blocked by inner: not here']);
    },
  );

  test('sees the model of the agent although the runner has another, and a name is found by its provider', async () => {
    const { hooks, heard } = counting();
    const [mine, theirs] = [new MemoryModel('Mine.'), new MemoryModel('Theirs.')];
    const modelProvider = { getModel: async () => theirs };
    const own = new Runner({ model: theirs, modelProvider, tracingDisabled: true });
    const first = await own.run(withHooks(agentOn(mine), hooks), 'Hi.');
    const named = new Agent({ name: 'named', model: 'gpt-small', modelSettings: {} });
    const second = await own.run(withHooks(named, hooks), 'Hi.');
    expect([first.finalOutput, second.finalOutput]).toEqual(['Mine.', 'Theirs.']);
    expect(heard).toEqual(['a model', 'gpt-small']);
  });

  test('hooks agents of the copy that require gets, and their clones', async () => {
    const required = createRequire(import.meta.url)('@openai/agents-core') as typeof agents;
    expect(required.Agent).not.toBe(Agent);
    const { hooks, heard } = counting();
    const agent = withHooks(
      new required.Agent({ name: 'shop', model: new MemoryModel('Hi.', 'Again.') }),
      hooks,
    );
    const own = new required.Runner({ tracingDisabled: true });
    await own.run(agent, 'Hi.');
    await own.run(agent.clone({ name: 'copy' }), 'Hi.');
    expect(heard.length).toBe(2);
  });

  test('leaves the run of an agent that nobody hooked alone', async () => {
    const model = new MemoryModel('Hi.');
    const agent = agentOn(model);
    const result = await runner.run(agent, 'Hi.');
    expect([result.finalOutput, agent.model]).toEqual(['Hi.', model]);
  });

  test('leaves nothing to run past the hooks: the original is what comes back, and refuses nothing', async () => {
    const { hooks, heard } = counting();
    const agent = agentOn(new MemoryModel('Hi.', 'Again.'));
    withHooks(agent, hooks, { require: 'enforced' });
    await runner.run(agent, 'Hi.');
    await runner.run(agent, 'Hi.');
    expect(heard.length).toBe(2);
  });

  test('refuses what it does not know, and no hooks at all', () => {
    expect(() => withHooks({} as never, createHooks())).toThrow('[target_unknown]');
    expect(() => withHooks(agentOn(new MemoryModel()), {} as Hooks)).toThrow('[invalid_option]');
    expect(() => inspect(7)).toThrow('[target_unknown]');
  });
});

test('inspect lists what holds of an agent in the order of the table', () => {
  const other = new Agent({ name: 'other' });
  const agent = agentOn(new MemoryModel(), { handoffs: [other], tools: [other.asTool({})] });
  const found = inspect(agent);
  expect(found).toEqual(capabilities.filter((row) => found.includes(row)));
  expect([...new Set(found.map(({ path }) => path))]).toEqual([
    ...['run', 'run streamed', 'agent.asTool', 'handoff', 'session'],
  ]);
});

test.each(modes)(
  'hooks below the SDK stay silent while its model is asked, and speak inside tools (%s)',
  async (mode) => {
    const hooks = createHooks();
    expectModelSteps(hooks);
    const steps: boolean[] = [];
    const model = new MemoryModel([calls('refund')], 'Done.');
    const [plain, streamed] = [
      model.getResponse.bind(model),
      model.getStreamedResponse.bind(model),
    ];
    model.getResponse = async (request) => {
      await Promise.resolve();
      steps.push(inModelStep(hooks));
      return plain(request);
    };
    model.getStreamedResponse = async function* (request) {
      await Promise.resolve();
      steps.push(inModelStep(hooks));
      yield* streamed(request);
    };
    const refund = openTool('refund', () => void steps.push(inModelStep(hooks)));
    await runIn(mode, withHooks(agentOn(model, { tools: [refund] }), hooks), 'Pay me.');
    expect(steps).toEqual([true, false, true]);
  },
);

test('an argument behind the options, which nobody would read, is refused', () => {
  const misread = withHooks as (...given: readonly unknown[]) => unknown;
  expect(() =>
    misread(new Agent({ name: 'desk' }), createHooks(), {}, { session: { id: 'thread-7' } }),
  ).toThrow(
    '[invalid_option] withHooks got more arguments than it reads; pass one object of options',
  );
});
