import { ask, createHooks, deny } from '@interpose/core';
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

  /** Makes a shop whose only tool notes that it ran. */
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

  test('passes the hooks under the name it is taken by, where one tool has two', async () => {
    const { hooks, ran, settings } = open();
    hooks.addHook('preToolCall', ({ call }) => (call.name === 'pay' ? deny('no pay') : undefined));
    const { refund } = settings.tools;
    const tools = { refund, pay: refund };
    const agent = withHooks(new sdk.ToolLoopAgent({ ...settings, tools }), hooks);
    const taken = agent.tools as object as Tools;
    await taken['refund']!.execute({}, options);
    await expect(taken['pay']!.execute({}, options)).rejects.toThrow('no pay');
    expect(ran).toEqual(['refund']);
  });
});

describe.each(sdkVersions)('a tool put in after its set was hooked, on ai $version', ({ sdk }) => {
  const call = (name: string) => ({ calls: [{ id: name, name, args: {} }] });

  /** Makes a tool set whose tool `find` adds the tool `extra`. */
  const open = (deniesExtra: boolean) => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', ({ call: { name } }) =>
      deniesExtra && name === 'extra' ? deny('no extra') : undefined,
    );
    const ran: string[] = [];
    const toolOf = (name: string, then = (): void => undefined) =>
      sdk.tool({
        inputSchema: z.object({}),
        execute: async () => {
          ran.push(name);
          then();
        },
      });
    const add = (): void => void (tools['extra'] = toolOf('extra'));
    const tools: Record<string, ReturnType<typeof toolOf>> = { find: toolOf('find', add) };
    const { model, seen } = memoryModel([call('find'), call('extra'), { text: 'Done.' }]);
    return { hooks, ran, tools, seen, add, given: { model, tools, stopWhen: sdk.stepCountIs(4) } };
  };

  test.each(['generate', 'stream'] as const)(
    'is offered, and passes the hooks: %s',
    async (method) => {
      for (const deniesExtra of [false, true]) {
        const { hooks, ran, seen, given } = open(deniesExtra);
        const agent = withHooks(new sdk.ToolLoopAgent(given), hooks);
        expect(await (await agent[method]({ prompt: 'Go' })).text).toBe('Done.');
        expect(ran).toEqual(deniesExtra ? ['find'] : ['find', 'extra']);
        expect(seen.at(-1)?.tools?.map(({ name }) => name)).toEqual(['find', 'extra']);
      }
    },
  );

  test('passes the hooks in a set of its own, put into either set', async () => {
    const { hooks, ran, tools, add } = open(true);
    const hooked = withHooks(tools, hooks);
    add();
    await expect(hooked['extra']?.execute?.({}, options)).rejects.toThrow('no extra');
    delete hooked['extra'];
    expect(Object.keys(tools)).toEqual(['find']);
    hooked['extra'] = tools['find']!;
    await expect(hooked['extra']?.execute?.({}, options)).rejects.toThrow('no extra');
    expect([ran, Object.keys(hooked), Object.keys(tools)]).toEqual([
      [],
      ['find', 'extra'],
      ['find', 'extra'],
    ]);
  });

  test('can ask a person as any other', async () => {
    const { hooks, ran, given } = open(false);
    hooks.addHook('preToolCall', ({ call: { name } }) =>
      name === 'extra' ? ask('who?') : undefined,
    );
    const agent = withHooks(new sdk.ToolLoopAgent(given), hooks);
    const { content } = await agent.generate({ prompt: 'Go' });
    expect(content.map(({ type }) => type)).toContain('tool-approval-request');
    expect(ran).toEqual(['find']);
  });
});
