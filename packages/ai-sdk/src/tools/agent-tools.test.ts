import { createHooks, deny } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { memoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

const options = { toolCallId: 'c1', messages: [] } as never;

describe.each(sdkVersions)('a tool taken out of a hooked agent, on ai $version', ({ sdk }) => {
  class Clerk extends sdk.ToolLoopAgent {
    async refund(): Promise<unknown> {
      const { refund } = Reflect.get(this, 'tools') as Tools;
      return refund?.execute({}, options);
    }
  }

  interface Tools {
    readonly [name: string]: { execute(input: object, given: never): unknown };
  }

  const steps = [{ calls: [{ id: 'c1', name: 'refund', args: {} }] }, { text: 'Done.' }];

  /** A shop whose only tool notes that it ran. */
  const open = (freeze = false) => {
    const hooks = createHooks();
    const ran: string[] = [];
    const refund = sdk.tool({
      inputSchema: z.object({}),
      execute: async () => void ran.push('refund'),
    });
    const tools = freeze ? Object.freeze({ refund }) : { refund };
    return { hooks, ran, settings: { model: memoryModel(steps).model, tools } };
  };

  const agents = {
    'an agent': (settings, hooks) => withHooks(new sdk.ToolLoopAgent(settings), hooks),
    'an agent of the hooked module': (settings, hooks) =>
      new (withHooks(sdk, hooks).ToolLoopAgent)(settings),
    'an agent of a class of the app': (settings, hooks) => withHooks(new Clerk(settings), hooks),
  } satisfies Record<string, Make>;

  type Make = (
    settings: ReturnType<typeof open>['settings'],
    hooks: ReturnType<typeof createHooks>,
  ) => { readonly tools: unknown };

  test.each(Object.entries<Make>(agents))(
    'does not run where it is denied: %s',
    async (_, make) => {
      for (const freeze of [false, true]) {
        const { hooks, ran, settings } = open(freeze);
        hooks.addHook('preToolCall', ({ call }) => deny(`no ${call.name}`));
        const { refund } = make(settings, hooks).tools as Tools;
        await expect(refund!.execute({}, options)).rejects.toThrow('no refund');
        expect(ran).toEqual([]);
      }
    },
  );

  test('does not run where it is denied: in a method of the class of the app', async () => {
    const { hooks, ran, settings } = open();
    hooks.addHook('preToolCall', ({ call }) => deny(`no ${call.name}`));
    await expect(withHooks(new Clerk(settings), hooks).refund()).rejects.toThrow('no refund');
    expect(ran).toEqual([]);
  });

  test('passes the hooks in a call of the SDK as it is, and once in one of a hooked agent', async () => {
    const { hooks, ran, settings } = open();
    const asked: string[] = [];
    hooks.addHook('preToolCall', ({ call, agent }) => void asked.push(`${agent.id} ${call.name}`));
    const agent = withHooks(new sdk.ToolLoopAgent({ id: 'clerk', ...settings }), hooks);
    const call = { model: memoryModel(steps).model, prompt: 'Go.', stopWhen: sdk.stepCountIs(2) };
    await sdk.generateText({ ...call, tools: agent.tools });
    expect([asked, ran]).toEqual([['clerk refund'], ['refund']]);
    const { model } = memoryModel(steps);
    const other = new sdk.ToolLoopAgent({ ...call, model, id: 'other', tools: agent.tools });
    await withHooks(other, hooks).generate({ prompt: 'Go.' });
    expect([asked, ran]).toEqual([
      ['clerk refund', 'other refund'],
      ['refund', 'refund'],
    ]);
  });

  test('is the same at each look, and one that the app adds is in the set of the agent', async () => {
    const { hooks, settings } = open();
    const agent = withHooks(new sdk.ToolLoopAgent(settings), hooks);
    const tools = agent.tools as Record<string, unknown>;
    expect(agent.tools).toBe(tools);
    expect(tools['refund']).toBe(tools['refund']);
    tools['more'] = settings.tools.refund;
    expect(Object.keys(settings.tools)).toEqual(['refund', 'more']);
    expect(Object.keys(agent.tools)).toEqual(['refund', 'more']);
    expect(
      withHooks(new sdk.ToolLoopAgent({ model: settings.model }), hooks).tools,
    ).toBeUndefined();
  });
});
