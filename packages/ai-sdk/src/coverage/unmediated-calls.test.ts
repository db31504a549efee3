import { createHooks, deny } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { memoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

const enforced = { require: 'enforced' } as const;

/** Returns hooks, and the errors that `onHookError` was told. */
function listening() {
  const hooks = createHooks();
  const told: string[] = [];
  hooks.addHook('onHookError', ({ error }) => void told.push(String(error)));
  return { hooks, told };
}

describe.each(sdkVersions)('what the census of ai $version does not know', ({ sdk }) => {
  class AgentOfTomorrow {
    readonly made = true;
  }
  const newer = () => ({ ...sdk, generateTomorrow: () => 'asked', AgentOfTomorrow });

  test('is told of once when a function or class of the module is used, which works', () => {
    const { hooks, told } = listening();
    const hooked = withHooks(newer(), hooks);
    expect([hooked.generateTomorrow(), hooked.generateTomorrow()]).toEqual(['asked', 'asked']);
    expect(new hooked.AgentOfTomorrow()).toBeInstanceOf(AgentOfTomorrow);
    expect(told.map((each) => /\[unmediated_call\] (\w+)/.exec(each)?.[1])).toEqual([
      'generateTomorrow',
      'AgentOfTomorrow',
    ]);
  });

  test("is refused under require: 'enforced', as is what the census knows to be unmediated", () => {
    const { hooks, told } = listening();
    const hooked = withHooks(newer(), hooks, enforced);
    expect(() => hooked.generateTomorrow()).toThrow(/^\[not_enforced\].*generateTomorrow/);
    expect(() => new hooked.AgentOfTomorrow()).toThrow(/^\[not_enforced\].*AgentOfTomorrow/);
    expect(() => void hooked.rerank({} as never)).toThrow(/^\[not_enforced\].*rerank/);
    expect(told).toEqual([]);
  });

  test('is noted as a function of an object of the module too', () => {
    const { hooks, told } = listening();
    const newest = { ...sdk, agents: { run: () => 'asked' } };
    expect(withHooks(newest, hooks).agents.run()).toBe('asked');
    expect(told.join()).toContain('[unmediated_call] agents');
    expect(() => withHooks(newest, createHooks(), enforced).agents.run()).toThrow(
      /^\[not_enforced\].*agents/,
    );
  });

  test('is noted as a method of an object of a class, whose private fields it finds, and of an object inside', () => {
    class Gateway {
      readonly #answer = 'asked';

      ask(): string {
        return this.#answer;
      }
    }
    const { hooks, told } = listening();
    const newest = { ...sdk, gateways: new Gateway(), agents: { desk: { run: () => 'asked' } } };
    const hooked = withHooks(newest, hooks);
    expect([hooked.gateways.ask(), hooked.agents.desk.run()]).toEqual(['asked', 'asked']);
    expect(told.map((each) => /\[unmediated_call\] (\w+)/.exec(each)?.[1])).toEqual([
      'gateways',
      'agents',
    ]);
    const strict = withHooks(newest, createHooks(), enforced);
    expect(() => strict.gateways.ask()).toThrow(/^\[not_enforced\].*gateways/);
    expect(() => strict.agents.desk.run()).toThrow(/^\[not_enforced\].*agents/);
  });

  test('is no way round the hooks where the module has itself as its default', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponse', () => deny('secret'), { name: 'guard' });
    const hooked = withHooks({ ...sdk, default: sdk }, hooks);
    const { model } = memoryModel([{ text: 'The code is 4z42.' }]);
    const { text } = await hooked.default.generateText({ model, prompt: 'Hi' });
    expect(text).not.toContain('4z42');
  });

  test('leaves what is known alone: what is declared too, where nothing is required', () => {
    const { hooks } = listening();
    const [open, strict] = [withHooks(sdk, hooks), withHooks(sdk, createHooks(), enforced)];
    expect(open.rerank).toBe(sdk.rerank);
    for (const name of ['tool', 'stepCountIs', 'APICallError', 'modelMessageSchema'] as const)
      expect([open[name], strict[name]]).toEqual([sdk[name], sdk[name]]);
  });

  test('is told of and refused as an option that can act, and is not as data', async () => {
    const { hooks, told } = listening();
    const turns = [{ text: '1' }, { text: '2' }];
    const { model, seen } = memoryModel(turns);
    const fallback = memoryModel([]).model;
    const context = { generate: () => 'own' };
    const call = { model, prompt: 'Hi', newData: { a: 1 }, experimental_context: context };
    const options = { ...call, fallbackModels: [fallback], pickModel: () => fallback };
    await withHooks(sdk, hooks).generateText(options);
    await withHooks(new sdk.ToolLoopAgent(options), hooks).generate({ prompt: 'Hi' });
    expect(told.map((each) => /\[unmediated_call\] (\w+)/.exec(each)?.[1])).toEqual([
      'fallbackModels',
      'pickModel',
    ]);
    const strict = withHooks(sdk, createHooks(), enforced);
    await expect(strict.generateText(options)).rejects.toThrow(/not_enforced.*fallbackModels/);
    const agent = withHooks(new sdk.ToolLoopAgent(options), createHooks(), enforced);
    await expect(agent.generate({ prompt: 'Hi' })).rejects.toThrow(/not_enforced.*fallbackModels/);
    expect(seen).toHaveLength(2);
  });

  test('is told of and refused as an option of embeddings, and as a static member of a class', async () => {
    const Tomorrow = Object.assign(() => undefined, { ask: (): string => 'asked' });
    const { hooks, told } = listening();
    const model = {
      specificationVersion: 'v3',
      modelId: 'e',
      provider: 'p',
      maxEmbeddingsPerCall: 9,
    };
    const doEmbed = async () => ({ embeddings: [[1]], warnings: [] });
    const pick = (): undefined => undefined;
    const call = { model: { ...model, doEmbed }, value: 'a text', pick } as never;
    const later = { ...sdk, Tomorrow };
    await withHooks(later, hooks).embed(call);
    expect(withHooks(later, hooks).Tomorrow.ask()).toBe('asked');
    expect(told.map((each) => /\[unmediated_call\] (\w+)/.exec(each)?.[1])).toEqual([
      'pick',
      'Tomorrow',
    ]);
    const strict = withHooks(later, createHooks(), enforced);
    await expect(async () => strict.embed(call)).rejects.toThrow(/not_enforced.*pick/);
    expect(() => strict.Tomorrow.ask()).toThrow(/^\[not_enforced\].*Tomorrow/);
  });

  test('is told of and refused where a step is prepared with it, or with a model of a newer generation', async () => {
    const { hooks, told } = listening();
    const { model } = memoryModel([{ text: '1' }]);
    const tomorrow = { ...model, specificationVersion: 'v9' };
    const prepareStep = (): never => ({ model: tomorrow, pick: () => model }) as never;
    const call = { model, prompt: 'Hi', prepareStep };
    await withHooks(sdk, hooks)
      .generateText(call)
      .catch(() => undefined);
    expect(told.map((each) => /\[unmediated_call\] (.*?) is not/.exec(each)?.[1])).toEqual([
      'pick',
      'a model of generation v9',
    ]);
    const strict = withHooks(sdk, createHooks(), enforced);
    await expect(strict.generateText({ model: tomorrow as never, prompt: 'Hi' })).rejects.toThrow(
      /not_enforced.*generation v9/,
    );
  });
});

test("a tool whose callbacks are told of calls before their gate is refused under require: 'enforced'", () => {
  const tools = { pay: { inputSchema: {}, execute: () => 1, onInputAvailable: () => undefined } };
  expect(() => withHooks(tools, createHooks(), enforced)).toThrow(/callbacks of a tool pay/);
});
