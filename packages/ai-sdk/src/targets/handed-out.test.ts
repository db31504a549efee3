import { createHooks, deny, type EventName, type Hooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { memoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
// @boundaries-ignore shared by tests only
import { handedOut } from '../../../testing/test/handed-out.ts';
import { withHooks } from '../index.ts';
import { asToolLoopAgent, isModel, isTool } from './shapes.ts';
import { tags } from './tags.ts';

/** Names a value that acts and is not hooked; by its shape, to find also what a newer SDK hands out. */
function unhooked(value: object): string | undefined {
  if (tags.of(value) !== undefined) return undefined;
  if (isModel(value)) return 'a model';
  if (asToolLoopAgent(value) !== undefined) return 'an agent';
  const isExecuted = typeof Reflect.get(value, 'execute') === 'function';
  return isExecuted && isTool(value as never) ? 'a tool' : undefined;
}

interface Asked {
  generate(call: { prompt: string }): Promise<{ readonly text: string }>;
}

/** Returns hooks that deny at one event, and a list that grows each time they are asked. */
function refusing(event: EventName): { readonly hooks: Hooks; readonly asked: string[] } {
  const [hooks, asked] = [createHooks(), [] as string[]];
  hooks.addHook(event as 'preRequest', () => void asked.push(event));
  hooks.addHook(event as 'preRequest', () => deny('no'), { name: 'guard' });
  return { hooks, asked };
}

describe.each(sdkVersions)('what a hooked part hands out, on ai $version', ({ sdk }) => {
  const settings = () => {
    const runs: unknown[] = [];
    const execute = async (input: unknown) => (runs.push(input), 'found');
    const tools = { search: sdk.tool({ inputSchema: z.object({}), execute }) };
    return { runs, tools, ...memoryModel([{ text: 'Hi.' }, { text: 'Hi.' }]) };
  };
  class Desk extends sdk.ToolLoopAgent {
    inner(): Asked {
      // The SDK declares the settings of an agent private.
      const { settings: own } = this as unknown as { settings: ReturnType<typeof settings> };
      return new sdk.ToolLoopAgent(own);
    }
  }
  const plain = () => {
    const { model, tools } = settings();
    return Object.assign(Object.create(null) as object, { model, tools, id: 'desk' }) as never;
  };

  test.each([
    ['an agent', () => withHooks(new sdk.ToolLoopAgent(plain()), createHooks())],
    ['an agent of a class of the app', () => withHooks(new Desk(plain()), createHooks())],
    [
      'an agent of a hooked class',
      () => new (withHooks(sdk, createHooks()).ToolLoopAgent)(plain()),
    ],
    [
      'an agent that is frozen',
      () => {
        const agent = new sdk.ToolLoopAgent(Object.freeze(plain()));
        return withHooks(agent, createHooks());
      },
    ],
    [
      'an agent that is hooked twice',
      () => withHooks(withHooks(new sdk.ToolLoopAgent(plain()), createHooks()), createHooks()),
    ],
    ['a model', () => withHooks(settings().model, createHooks())],
    ['tools', () => withHooks(settings().tools, createHooks())],
    ['a tool', () => withHooks(settings().tools.search, createHooks())],
  ])('%s: nothing that is not hooked', (_what, make) => {
    expect(handedOut(make() as object, unhooked, { skip: [tags.key] })).toEqual([]);
  });

  test('a model of the settings passes the hooks, in another agent too', async () => {
    const { hooks, asked } = refusing('preRequest');
    const { model, tools, seen } = settings();
    const agent = withHooks(new sdk.ToolLoopAgent({ model, tools }), hooks);
    // The SDK declares them private.
    const own = (agent as unknown as { settings: ReturnType<typeof settings> }).settings;
    const again = new sdk.ToolLoopAgent({ ...own });
    expect((await again.generate({ prompt: 'Hi' })).text).toBe('Blocked by policy.');
    const desk = withHooks(new Desk({ model, tools }), hooks).inner();
    expect((await desk.generate({ prompt: 'Hi' })).text).toBe('Blocked by policy.');
    expect([asked.length, seen]).toEqual([2, []]);
  });

  test('a tool of the settings passes the hooks', async () => {
    const { hooks, asked } = refusing('preToolCall');
    const { model, tools, runs } = settings();
    const agent = withHooks(new sdk.ToolLoopAgent({ model, tools }), hooks);
    // The SDK declares them private.
    const own = (agent as unknown as { settings: ReturnType<typeof settings> }).settings;
    const options = { toolCallId: 'c1', messages: [] } as never;
    await expect(own.tools.search.execute?.({}, options)).rejects.toThrow('Blocked by guard');
    expect([asked, runs]).toEqual([['preToolCall'], []]);
  });

  test('what is put into the settings is there when the agent is asked', async () => {
    const { model, tools } = settings();
    const agent = withHooks(new sdk.ToolLoopAgent({ model, tools }), createHooks());
    // The SDK declares them private.
    const held = agent as unknown as { settings: ReturnType<typeof settings> };
    held.settings.model = memoryModel([{ text: 'Another.' }]).model;
    expect((await agent.generate({ prompt: 'Hi' })).text).toBe('Another.');
  });
});
