import { createHooks, deny } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { memoryModel, type MemoryTurn } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { agentTool, withHooks } from '../index.ts';

const twoSteps: MemoryTurn[] = [
  { calls: [{ id: 'c1', name: 'search', args: {} }] },
  { text: 'Done.' },
];

describe.each(sdkVersions)('agents in tools of agents on ai $version', ({ sdk }) => {
  test('runs a hooked agent inside the tool of another as a child chat of the same session', async () => {
    const hooks = createHooks();
    const chats: unknown[] = [];
    hooks.observe(
      'onChatStart',
      ({ agent, chatId, parentChatId, session }) =>
        void chats.push([agent.id, chatId, parentChatId, session.id]),
    );
    const expert = withHooks(
      new sdk.ToolLoopAgent({ id: 'expert', model: memoryModel([{ text: 'Ten.' }]).model }),
      hooks,
    );
    const askExpert = sdk.tool({
      inputSchema: z.object({}),
      execute: async () => (await expert.generate({ prompt: 'price?' })).text,
    });
    const main = new sdk.ToolLoopAgent({
      id: 'main',
      model: memoryModel(twoSteps).model,
      tools: { search: askExpert },
    });
    await withHooks(main, hooks).generate({ prompt: 'Go' });
    await hooks.flush();
    const [outer, inner] = chats as [string, string, string | undefined, string][];
    expect([outer?.[0], outer?.[2], inner?.[0], inner?.[2], inner?.[3]]).toEqual([
      'main',
      undefined,
      'expert',
      outer?.[1],
      outer?.[3],
    ]);
  });

  test('runs an agent that a tool left behind calls in a session of its own, once that run is over', async () => {
    const hooks = createHooks();
    const heard: unknown[] = [];
    hooks.observe('preDelegate', ({ event }) => void heard.push(event));
    hooks.observe('onChatStart', (ctx) => void heard.push([ctx.agent.id, ctx.parentChatId]));
    hooks.observe('onSessionEnd', ({ event }) => void heard.push(event));
    const { model } = memoryModel([{ text: 'Ten.' }]);
    const expert = withHooks(new sdk.ToolLoopAgent({ id: 'expert', model }), hooks);
    let left: PromiseLike<unknown> | undefined;
    const over = Promise.withResolvers<unknown>();
    const leave = sdk.tool({
      inputSchema: z.object({}),
      execute: () => {
        left = over.promise.then(() => expert.generate({ prompt: 'price?' }));
        return 'asked';
      },
    });
    const settings = { id: 'main', model: memoryModel(twoSteps).model, tools: { search: leave } };
    await withHooks(new sdk.ToolLoopAgent(settings), hooks).generate({ prompt: 'Go' });
    over.resolve(undefined);
    await left;
    await hooks.flush();
    const ended = 'onSessionEnd';
    expect(heard).toEqual([['main', undefined], ended, ['expert', undefined], ended]);
  });

  test('lets a denied delegation fail the tool that asked for it, and a changed result reach nobody', async () => {
    for (const event of ['preDelegate', 'onDelegateResult'] as const) {
      const hooks = createHooks();
      if (event === 'preDelegate') hooks.addHook(event, () => deny('asleep'), { name: 'night' });
      else hooks.addHook(event, () => ({ result: 'Eleven.' }), { name: 'night' });
      const expert = withHooks(
        new sdk.ToolLoopAgent({ id: 'expert', model: memoryModel([{ text: 'Ten.' }]).model }),
        hooks,
      );
      const askExpert = sdk.tool({
        inputSchema: z.object({}),
        execute: async () => (await expert.generate({ prompt: 'price?' })).text,
      });
      const memory = memoryModel(twoSteps);
      await withHooks(
        new sdk.ToolLoopAgent({ model: memory.model, tools: { search: askExpert } }),
        hooks,
      ).generate({ prompt: 'Go' });
      const told = JSON.stringify(memory.seen[1]?.prompt.at(-1));
      expect(told).toContain(
        event === 'preDelegate' ? 'Blocked by night: asleep' : 'Result withheld',
      );
      expect(told).not.toContain('Ten.');
    }
  });

  test('gates a sub-agent that streams inside a tool before it begins', async () => {
    const hooks = createHooks();
    hooks.addHook(
      'preDelegate',
      ({ task }) => (task.input === 'price?' ? deny('asleep') : undefined),
      { name: 'night' },
    );
    const expert = withHooks(
      new sdk.ToolLoopAgent({ id: 'expert', model: memoryModel([]).model }),
      hooks,
    );
    const askExpert = sdk.tool({
      inputSchema: z.object({}),
      execute: async () => (await expert.stream({ prompt: 'price?' })).text,
    });
    const memory = memoryModel(twoSteps);
    await withHooks(
      new sdk.ToolLoopAgent({ model: memory.model, tools: { search: askExpert } }),
      hooks,
    ).generate({ prompt: 'Go' });
    expect(JSON.stringify(memory.seen[1]?.prompt.at(-1))).toContain('Blocked by night: asleep');
  });

  test('refuses a sub-agent that streams where hooks have to judge its result, and lets it stream where none does', async () => {
    for (const event of ['onDelegateResult', 'preDelegate'] as const) {
      const hooks = createHooks();
      hooks.addHook(event, () => undefined);
      const { model, seen } = memoryModel([{ text: 'Ten.' }]);
      const expert = withHooks(new sdk.ToolLoopAgent({ id: 'expert', model }), hooks, {
        require: 'enforced',
      });
      const askExpert = sdk.tool({
        inputSchema: z.object({}),
        execute: async () => (await expert.stream({ prompt: 'price?' })).text,
      });
      const memory = memoryModel(twoSteps);
      const main = new sdk.ToolLoopAgent({ model: memory.model, tools: { search: askExpert } });
      await withHooks(main, hooks).generate({ prompt: 'Go' });
      const told = JSON.stringify(memory.seen[1]?.prompt.at(-1));
      expect(told).toContain(event === 'preDelegate' ? 'Ten.' : '[not_enforced]');
      expect(seen).toHaveLength(event === 'preDelegate' ? 1 : 0);
    }
  });

  test('offers an agent as a tool that works without hooks, too', async () => {
    const expert = new sdk.ToolLoopAgent({
      id: 'expert',
      model: memoryModel([{ text: 'Ten.' }]).model,
    });
    const turns: MemoryTurn[] = [
      { calls: [{ id: 'c1', name: 'expert', args: { input: 'price?' } }] },
      { text: 'Done.' },
    ];
    const memory = memoryModel(turns);
    const main = new sdk.ToolLoopAgent({
      model: memory.model,
      tools: { expert: agentTool(expert, { description: 'Knows prices.' }) },
    });
    await main.generate({ prompt: 'Go' });
    expect(memory.seen[0]?.tools).toMatchObject([{ name: 'expert', description: 'Knows prices.' }]);
    expect(JSON.stringify(memory.seen[1]?.prompt.at(-1))).toContain('Ten.');
  });
});
