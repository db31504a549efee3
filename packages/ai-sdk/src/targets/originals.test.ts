import { createHooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { memoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

const prompt = [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] as never;

describe.each(sdkVersions)('the original of what was hooked, on ai $version', ({ sdk }) => {
  /** Returns hooks, and the errors that `onHookError` was told. */
  const open = () => {
    const hooks = createHooks();
    const told: string[] = [];
    hooks.addHook('onHookError', ({ error }) => void told.push(String(error)));
    hooks.addHook('preRequest', () => undefined);
    return { hooks, told };
  };
  const search = () => sdk.tool({ inputSchema: z.object({}), execute: async () => 'found' });
  const options = { toolCallId: 'c1', messages: [] } as never;

  test('is told of once by name when it runs, and runs as before', async () => {
    const { hooks, told } = open();
    const { model } = memoryModel([{ text: '1' }, { text: '2' }, { text: '3' }]);
    const agent = new sdk.ToolLoopAgent({ id: 'clerk', model });
    const [alone, tools] = [memoryModel([{ text: '4' }]).model, { search: search() }];
    withHooks(alone, hooks);
    withHooks(tools, hooks);
    const hooked = withHooks(agent, hooks);
    expect((await hooked.generate({ prompt: 'Hi' })).text).toBe('1');
    expect(told).toEqual([]);
    expect((await agent.generate({ prompt: 'Hi' })).text).toBe('2');
    expect((await agent.generate({ prompt: 'Hi' })).text).toBe('3');
    await alone.doGenerate({ prompt });
    expect(await tools.search.execute?.({}, options)).toBe('found');
    expect(told.map((each) => /\[unhooked_original\] (the \w+ "[^"]+")/.exec(each)?.[1])).toEqual([
      'the agent "clerk"',
      'the model "memory-1"',
      'the tool "search"',
    ]);
  });

  test("is refused under require: 'enforced', and what was hooked is not", async () => {
    const { hooks, told } = open();
    const enforced = { require: 'enforced' } as const;
    const { model, seen } = memoryModel([{ text: '1' }, { text: '2' }, { text: '3' }]);
    const tools = { search: search() };
    const agent = new sdk.ToolLoopAgent({ model, tools });
    const hooked = withHooks(agent, hooks, enforced);
    const [hookedModel, hookedTools] = [
      withHooks(model, hooks, enforced),
      withHooks(tools, hooks, enforced),
    ];
    for (const ran of [
      () => agent.generate({ prompt: 'Hi' }),
      () => agent.stream({ prompt: 'Hi' }),
      () => model.doGenerate({ prompt }),
      () => tools.search.execute?.({}, options),
    ])
      await expect(ran()).rejects.toMatchObject({ code: 'unhooked_original' });
    expect(seen).toEqual([]);
    expect((await hooked.generate({ prompt: 'Hi' })).text).toBe('1');
    expect(await (await hooked.stream({ prompt: 'Hi' })).text).toBe('2');
    await hookedModel.doGenerate({ prompt });
    expect(await hookedTools.search.execute?.({}, options)).toBe('found');
    expect(told).toHaveLength(3);
  });

  test('may ask itself inside a call that passed the hooks', async () => {
    const { hooks, told } = open();
    const { model } = memoryModel([{ text: '1' }]);
    const own = Object.assign(Object.create(model) as typeof model, {
      async doStream(this: typeof model, given: never) {
        const { content } = await this.doGenerate(given);
        return { stream: new ReadableStream({ start: (out) => out.close() }), content } as never;
      },
    });
    await withHooks(own, hooks, { require: 'enforced' }).doStream({ prompt } as never);
    expect(told).toEqual([]);
  });

  test('of one that is hooked twice is told of by the first layer alone', async () => {
    const { hooks, told } = open();
    const agent = new sdk.ToolLoopAgent({
      model: memoryModel([{ text: '1' }, { text: '2' }]).model,
    });
    const inner = withHooks(agent, hooks);
    const outer = withHooks(inner, createHooks(), { require: 'enforced' });
    expect((await inner.generate({ prompt: 'Hi' })).text).toBe('1');
    expect((await outer.generate({ prompt: 'Hi' })).text).toBe('2');
    expect(told).toEqual([]);
  });
});
