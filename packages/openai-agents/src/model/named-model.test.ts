import { Agent, Runner, type Model } from '@openai/agents-core';
import { describe, expect, test } from 'vitest';

import { createHooks, deny, type Hooks } from '@interpose/core';

import { MemoryModel } from '../../test/memory-model.ts';
import { withHooks } from '../index.ts';

/** Makes a runner whose provider knows two models, "a" and "b". */
function shop(getModel?: (name?: string) => Model) {
  const models = { a: new MemoryModel('From a.'), b: new MemoryModel('From b.') };
  const known = (name?: string): Model => {
    if (name === undefined || name === '' || name === 'a') return models.a;
    if (name === 'b') return models.b;
    throw new Error('no such model');
  };
  const runner = new Runner({
    tracingDisabled: true,
    modelProvider: { getModel: getModel ?? known },
  });
  return { models, runner, asked: () => [models.a.asked.length, models.b.asked.length] };
}

function naming(model: string): { readonly hooks: Hooks; readonly codes: string[] } {
  const hooks = createHooks();
  const codes: string[] = [];
  hooks.addHook('preRequest', ({ request }) => ({ request: { ...request, model } }));
  hooks.observe('onDecision', ({ record }) => void codes.push(...record.codes));
  return { hooks, codes };
}

async function ask(runner: Runner, agent: Agent, streamed: boolean): Promise<unknown> {
  if (!streamed) return (await runner.run(agent, 'Hi.')).finalOutput;
  const result = await runner.run(agent, 'Hi.', { stream: true });
  await result.completed;
  return result.finalOutput;
}

describe.each([false, true])('a model that a hook names (streamed: %s)', (streamed) => {
  test('is asked where the provider of the run gave the first, and every registry sees it', async () => {
    const { runner, asked } = shop();
    const { hooks } = naming('b');
    const inner = createHooks();
    const seen: unknown[] = [];
    inner.addHook('preRequest', ({ request }) => void seen.push(request.model));
    const agent = new Agent({ name: 'shop', model: 'a' });
    withHooks(agent, inner);
    withHooks(agent, hooks);
    expect(await ask(runner, agent, streamed)).toBe('From b.');
    expect([asked(), seen]).toEqual([[0, 1], ['b']]);
  });

  test('is shown to the inventory of the same registry, and is not asked where it is denied', async () => {
    const { runner, asked } = shop();
    const { hooks } = naming('b');
    const told: string[] = [];
    const listening = hooks.addHook('onInventoryChange', ({ change, component: { name } }) => {
      told.push(`${change} ${name}`);
    });
    const agent = withHooks(new Agent({ name: 'shop', model: 'a' }), hooks);
    expect(await ask(runner, agent, streamed)).toBe('From b.');
    listening();
    hooks.addHook('onInventoryChange', ({ component: { name } }) =>
      name === 'b' ? deny('unreviewed') : undefined,
    );
    await expect(ask(runner, agent, streamed)).rejects.toThrow('model_absent');
    expect([told, asked()]).toEqual([
      ['added a', 'added b'],
      [0, 1],
    ]);
  });

  test.each(['unknown', ''])('is a deny where no model has the name "%s"', async (name) => {
    const { runner, asked } = shop();
    const { hooks, codes } = naming(name);
    const agent = withHooks(new Agent({ name: 'shop', model: 'a' }), hooks);
    expect(await ask(runner, agent, streamed)).toBe('Blocked by policy.');
    expect([asked(), codes]).toEqual([[0, 0], ['modify_unsupported']]);
  });

  test('is a deny where the provider has one model under every name', async () => {
    const only = new MemoryModel('From the only one.');
    const { runner } = shop(() => only);
    const { hooks, codes } = naming('b');
    const agent = withHooks(new Agent({ name: 'shop', model: 'a' }), hooks);
    expect(await ask(runner, agent, streamed)).toBe('Blocked by policy.');
    expect([only.asked.length, codes]).toEqual([0, ['modify_unsupported']]);
  });

  test('is a deny where the app gave the model as an object', async () => {
    const { runner, models, asked } = shop();
    const { hooks, codes } = naming('b');
    const agent = withHooks(new Agent({ name: 'shop', model: models.a }), hooks);
    expect(await ask(runner, agent, streamed)).toBe('Blocked by policy.');
    expect([asked(), codes]).toEqual([[0, 0], ['modify_unsupported']]);
  });

  test('is a deny where a stored prompt decides which model answers', async () => {
    const { runner, asked } = shop();
    const { hooks, codes } = naming('b');
    const agent = withHooks(new Agent({ name: 'shop', prompt: { promptId: 'p' } }), hooks);
    expect(await ask(runner, agent, streamed)).toBe('Blocked by policy.');
    expect([asked(), codes]).toEqual([[0, 0], ['modify_unsupported']]);
  });
});
