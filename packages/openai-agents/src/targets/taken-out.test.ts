import type { FunctionTool, Model, ShellTool } from '@openai/agents-core';
import { describe, expect, test } from 'vitest';

import { ask, createHooks, deny, type EventName } from '@interpose/core';

import { openTool } from '../../test/app.ts';
import { mcpServer } from '../../test/harness/mcp-server.ts';
import { calls, MemoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

/** Returns hooks that deny at one event, a list that grows each time they are asked, and the codes they were told. */
function refusing(event: EventName) {
  const hooks = createHooks();
  const [asked, told] = [[] as string[], [] as string[]];
  hooks.addHook('onHookError', ({ code }) => void told.push(code));
  hooks.addHook(event as 'preRequest', () => void asked.push(event));
  hooks.addHook(event as 'preRequest', () => deny('no'), { name: 'guard' });
  return { hooks, asked, told };
}

describe.each(sdkVersions)('what is taken out of a hooked part, SDK $version', ({ sdk }) => {
  const runner = new sdk.Runner({ tracingDisabled: true });
  const context = new sdk.RunContext();
  const agentOn = (model: Model, rest: object = {}) =>
    new sdk.Agent({ name: 'shop', model, ...rest });
  const request = { input: 'Hi.', modelSettings: {}, tools: [], handoffs: [] } as never;

  describe('a model that the app asks by itself', () => {
    type Take = (model: MemoryModel, ...rest: Rest) => Model | Promise<Model>;
    type Rest = [hooks: ReturnType<typeof createHooks>, options?: { require: 'enforced' }];
    const ways: readonly [string, Take][] = [
      ['of an agent', (model, ...rest) => withHooks(agentOn(model), ...rest).model as Model],
      [
        'of a runner',
        (model, ...rest) => withHooks(new sdk.Runner({ model }), ...rest).config.model as Model,
      ],
      [
        'of a provider',
        (model, ...rest) => {
          const modelProvider = { getModel: async () => model };
          const { config } = withHooks(new sdk.Runner({ modelProvider }), ...rest);
          return config.modelProvider.getModel('m');
        },
      ],
    ];

    test.each(ways)('%s is told of once', async (_of, take) => {
      const { hooks, told } = refusing('onHookError');
      const model = await take(new MemoryModel('Hi.', 'Hi.', 'Hi.'), hooks);
      await model.getResponse(request);
      await model.getResponse(request);
      for await (const event of model.getStreamedResponse(request)) expect(event).toBeDefined();
      expect(told).toEqual(['unmediated_call']);
    });

    test.each(ways)('%s is refused where all has to be enforced', async (_of, take) => {
      const own = new MemoryModel('Hi.');
      const model = await take(own, createHooks(), { require: 'enforced' });
      await expect(model.getResponse(request)).rejects.toThrow('[not_enforced]');
      expect(() => model.getStreamedResponse(request)).toThrow('[not_enforced]');
      expect(own.asked).toEqual([]);
    });

    test('passes the hooks, untold, in the run of another agent that has them', async () => {
      const { hooks, asked, told } = refusing('preRequest');
      const model = withHooks(agentOn(new MemoryModel()), hooks).model as Model;
      const other = withHooks(agentOn(model, { name: 'other' }), hooks);
      expect((await runner.run(other, 'Hi.')).finalOutput).toBe('Blocked by policy.');
      expect([asked, told]).toEqual([['preRequest'], []]);
    });

    test('is told of in a tool of a run that lacks the hooks of its agent', async () => {
      const { hooks, told } = refusing('onHookError');
      const desk = withHooks(agentOn(new MemoryModel('Hi.')), hooks);
      const tool = openTool('ask', () => (desk.model as Model).getResponse(request));
      const model = new MemoryModel([calls('ask')], 'Done.');
      await runner.run(withHooks(agentOn(model, { tools: [tool] }), createHooks()), 'Go.');
      expect(told).toEqual(['unmediated_call']);
    });
  });

  describe('an agent that can take over', () => {
    const billing = (...turns: ConstructorParameters<typeof MemoryModel>) => {
      const model = new MemoryModel(...turns);
      const pay = openTool('pay', () => 'paid');
      return { model, pay, agent: new sdk.Agent({ name: 'billing', model, tools: [pay] }) };
    };
    const shopWith = (agent: unknown) =>
      agentOn(new MemoryModel('Hello.'), { handoffs: [agent as never] });

    test.each(['agent', 'handoff', 'two steps', 'pushed later'])(
      'passes the hooks where the app runs it by itself: %s',
      async (way) => {
        const { hooks, asked } = refusing('preRequest');
        const { agent, model } = billing('Paid.');
        const between = new sdk.Agent({ name: 'between', handoffs: [agent] });
        const given = { agent, handoff: sdk.handoff(agent), 'two steps': between };
        const shop = shopWith(given[way as keyof typeof given] ?? between.clone({ handoffs: [] }));
        withHooks(shop, hooks, { agent: { id: 'desk' } });
        if (way === 'pushed later') shop.handoffs.push(agent);
        await shop.getEnabledHandoffs(context);
        const ids: unknown[] = [];
        hooks.addHook('onChatStart', (chat) => void ids.push(chat.agent.id));
        expect((await runner.run(agent, 'Hi.')).finalOutput).toBe('Blocked by policy.');
        expect([asked, model.asked, ids]).toEqual([['preRequest'], [], ['billing']]);
      },
    );

    test('hands out tools and a model that are hooked as well', async () => {
      const { hooks, asked, told } = refusing('preToolCall');
      const { agent, pay } = billing('Paid.');
      withHooks(shopWith(agent), hooks);
      expect(await pay.invoke(context, '{}')).toContain('Blocked by guard');
      await (agent.model as Model).getResponse(request);
      expect([asked, told]).toEqual([['preToolCall'], ['unmediated_call']]);
    });

    test('goes on by itself with a call that a person approved, past the hooks once more', async () => {
      const hooks = createHooks();
      const resumed: boolean[] = [];
      hooks.addHook('preToolCall', (asked) => void resumed.push(asked.resumed));
      hooks.addHook('preToolCall', () => ask('a person decides'));
      const { agent } = billing([calls('pay')], 'Paid.');
      const model = new MemoryModel([calls('transfer_to_billing')]);
      const shop = withHooks(agentOn(model, { handoffs: [agent] }), hooks);
      const { state } = await runner.run(shop, 'Hi.');
      state.approve(state.getInterruptions()[0]!);
      expect((await runner.run(agent, state as never)).finalOutput).toBe('Paid.');
      expect(resumed).toEqual([false, true]);
    });

    test('is as it was where an agent without hooks hands over to it', async () => {
      const { hooks, asked, told } = refusing('preRequest');
      const { agent } = billing([calls('pay')], 'Paid.');
      withHooks(shopWith(agent), hooks);
      hooks.addHook('preToolCall', () => deny('no'));
      const bare = agentOn(new MemoryModel([calls('transfer_to_billing')]), { handoffs: [agent] });
      expect((await runner.run(bare, 'Hi.')).finalOutput).toBe('Paid.');
      expect([asked, told]).toEqual([[], []]);
    });
  });

  test.each(['the agent', 'a listener'])('a tool of an MCP server, from %s', async (from) => {
    const { hooks, asked } = refusing('preToolCall');
    const ran: unknown[] = [];
    const mcpServers = [mcpServer([{ name: 'read', run: () => ran.push('read') }])];
    const agent = agentOn(new MemoryModel([calls('read')], 'Done.'), { mcpServers });
    const heard: unknown[] = from === 'the agent' ? await tools() : [];
    async function tools() {
      return withHooks(agent, hooks).getMcpTools(context);
    }
    agent.on('agent_tool_start', (_context, tool) => void heard.push(tool));
    if (from === 'a listener') await runner.run(withHooks(agent, hooks), 'Go.');
    const before = asked.length;
    expect(await (heard[0] as FunctionTool).invoke(context, '{}')).toContain('Blocked by guard');
    expect([asked.length - before, ran]).toEqual([1, []]);
  });

  test('what a tool acts with: a shell, an editor, a computer', async () => {
    const ran: string[] = [];
    const act = (name: string) => async (): Promise<never> => void ran.push(name) as never;
    const names = ['click', 'doubleClick', 'drag', 'keypress', 'move', 'screenshot', 'scroll'];
    const acting = (...all: string[]) => Object.fromEntries(all.map((name) => [name, act(name)]));
    const computer = { ...acting(...names, 'type', 'wait'), dimensions: [1, 1] } as never;
    const make = () => [
      sdk.shellTool({ shell: { run: act('run') } }),
      sdk.applyPatchTool({ editor: acting('createFile', 'updateFile', 'deleteFile') as never }),
      sdk.computerTool({ computer }),
    ];
    const { hooks, asked } = refusing('preToolCall');
    const shared = make();
    const tools = withHooks(agentOn(new MemoryModel(), { tools: shared }), hooks).tools as never;
    const [{ shell }, { editor }, { computer: screen }] = tools as [
      Required<ShellTool>,
      { editor: { createFile(operation: object): Promise<unknown> } },
      { computer: { click(...given: unknown[]): Promise<unknown> } },
    ];
    await expect(shell.run({ commands: ['ls'] })).rejects.toThrow('Blocked by guard');
    await expect(editor.createFile({ path: 'a' })).rejects.toThrow('Blocked by guard');
    await expect(screen.click(1, 2, 'left')).rejects.toThrow('Blocked by guard');
    expect([asked.length, ran]).toEqual([3, []]);
    const model = new MemoryModel(
      [{ type: 'shell_call', callId: 'c1', action: { commands: ['ls'] } } as never],
      'Done.',
    );
    await runner.run(agentOn(model, { tools: [shared[0]] }), 'Go.');
    expect([asked.length, ran]).toEqual([3, ['run']]);
  });
});
