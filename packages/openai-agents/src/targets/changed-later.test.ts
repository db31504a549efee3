import type { FunctionTool, ShellTool } from '@openai/agents-core';
import { describe, expect, test } from 'vitest';

import { createHooks, deny, type EventName } from '@interpose/core';

import { openTool } from '../../test/app.ts';
import { mcpServer } from '../../test/harness/mcp-server.ts';
import { calls, MemoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
// @boundaries-ignore shared by tests only
import { collect } from '../../../testing/test/collect-garbage.ts';
import { withHooks } from '../index.ts';

/** Returns hooks that deny at one event, and a list that grows each time they are asked. */
function refusing(event: EventName = 'preToolCall') {
  const [hooks, asked] = [createHooks(), [] as string[]];
  hooks.addHook(event as 'preRequest', () => void asked.push(event));
  hooks.addHook(event as 'preRequest', () => deny('no'), { name: 'guard' });
  return { hooks, asked };
}

/** Makes a tool with a list of its runs. */
function refund() {
  const ran: string[] = [];
  return Object.assign(
    openTool('refund', () => void ran.push('refund')),
    { ran },
  );
}

describe.each(sdkVersions)('what changes on a hooked agent, SDK $version', ({ sdk }) => {
  const runner = new sdk.Runner({ tracingDisabled: true });
  const context = new sdk.RunContext();
  const agentOn = (rest: object = {}, ...turns: ConstructorParameters<typeof MemoryModel>) =>
    new sdk.Agent({ name: 'shop', model: new MemoryModel(...turns, 'Done.'), ...rest });

  test.each(['pushed', 'set'])(
    'a tool that is %s passes its gate where it is taken',
    async (way) => {
      const [{ hooks, asked }, tool] = [refusing(), refund()];
      const agent = withHooks(agentOn(), hooks);
      if (way === 'set') agent.tools = [tool];
      else agent.tools.push(tool);
      await (agent.tools[0] as FunctionTool).invoke(context, '{}');
      expect([asked, tool.ran]).toEqual([['preToolCall'], []]);
    },
  );

  test('an agent to hand over to passes the hooks where it is taken', async () => {
    const { hooks, asked } = refusing('preRequest');
    const agent = withHooks(agentOn(), hooks);
    agent.handoffs.push(agentOn({ name: 'billing' }));
    await runner.run(agent.handoffs[0] as typeof agent, 'Hi.');
    expect(asked).toEqual(['preRequest']);
  });

  test('an MCP server that no hooks reach is refused where all has to be enforced', async () => {
    const agent = withHooks(agentOn({}), createHooks(), { require: 'enforced' });
    agent.mcpServers.push(mcpServer([]));
    await expect(runner.run(agent, 'Hi.')).rejects.toThrow(
      /\[not_enforced\].*MCP server beyond reach/,
    );
  });

  test('what stands behind a getter of the app is found anew each time', async () => {
    const [{ hooks, asked }, tool] = [refusing(), refund()];
    const found = { tools: [] as FunctionTool[], model: new MemoryModel() };
    const agent = new sdk.Agent({ name: 'shop' });
    for (const key of ['tools', 'model'] as const)
      Object.defineProperty(agent, key, { get: () => found[key], configurable: true });
    withHooks(agent, hooks);
    Object.assign(found, { tools: [tool], model: new MemoryModel([calls('refund')], 'Done.') });
    expect((await runner.run(agent, 'Go.')).finalOutput).toBe('Done.');
    expect([asked, tool.ran]).toEqual([['preToolCall'], []]);
  });

  test('a clone that nobody holds is not held by the tools it shares', async () => {
    const [{ hooks, asked }, tool] = [refusing(), refund()];
    const agent = withHooks(agentOn({ tools: [tool] }), hooks);
    const clone = new WeakRef(agent.clone({ name: 'copy' }));
    await new Promise(setImmediate);
    collect();
    expect(clone.deref()).toBeUndefined();
    await tool.invoke(context, '{}');
    expect([asked, tool.ran]).toEqual([['preToolCall'], []]);
  });

  test('a method that lists its tools is hooked as well', async () => {
    const [{ hooks, asked }, tool] = [refusing(), refund()];
    const agent = withHooks(agentOn({}, [calls('refund')]), hooks);
    agent.getAllTools = async () => [tool];
    await runner.run(agent, 'Go.');
    expect([asked, tool.ran]).toEqual([['preToolCall'], []]);
  });

  test('a method that lists whom it can hand over to is hooked as well', async () => {
    const { hooks, asked } = refusing('preDelegate');
    const billing = agentOn({ name: 'billing' });
    const agent = withHooks(agentOn({}, [calls('transfer_to_billing')]), hooks);
    agent.getEnabledHandoffs = async () => [sdk.handoff(billing)];
    expect((await runner.run(agent, 'Go.')).lastAgent).toBe(agent);
    expect(asked).toEqual(['preDelegate']);
  });
});

describe.each(sdkVersions)(
  'a tool of another agent, in a tool of a run, SDK $version',
  ({ sdk }) => {
    const runner = new sdk.Runner({ tracingDisabled: true });
    const context = new sdk.RunContext();

    /** Calls `act` inside a tool of a hooked run. */
    const inTool = async (act: () => unknown): Promise<void> => {
      const model = new MemoryModel([calls('act')], 'Done.');
      const agent = new sdk.Agent({ name: 'shop', model, tools: [openTool('act', act)] });
      await runner.run(withHooks(agent, createHooks()), 'Go.');
    };

    test('passes the hooks of its agent: a function', async () => {
      const [{ hooks, asked }, tool] = [refusing(), refund()];
      const other = withHooks(new sdk.Agent({ name: 'other', tools: [tool] }), hooks);
      await inTool(async () =>
        ((await other.getAllTools(context))[0] as FunctionTool).invoke(context, '{}'),
      );
      expect([asked, tool.ran]).toEqual([['preToolCall'], []]);
    });

    test.each(['of all tools', 'of the agent'])('and a shell, %s', async (from) => {
      const { hooks, asked } = refusing();
      const ran: string[] = [];
      const shell = { run: async () => (ran.push('ls'), { output: [] }) };
      const tools = [sdk.shellTool({ shell })];
      const other = withHooks(new sdk.Agent({ name: 'other', tools }), hooks);
      await inTool(async () => {
        const [tool] = from === 'of the agent' ? other.tools : await other.getAllTools(context);
        return (tool as Required<ShellTool>).shell.run({ commands: ['ls'] });
      });
      expect([asked, ran]).toEqual([['preToolCall'], []]);
    });
  },
);

test.each(sdkVersions)(
  'a shell of two agents passes the hooks of both, SDK $version',
  async ({ sdk }) => {
    const [one, two] = [createHooks(), refusing()];
    const asked: string[] = [];
    one.addHook('preToolCall', ({ call }) => void asked.push(call.name));
    const ran: string[] = [];
    const shell = { run: async () => (ran.push('ls'), { output: [] }) };
    const tool = sdk.shellTool({ shell }) as Required<ShellTool>;
    withHooks(new sdk.Agent({ name: 'one', tools: [tool] }), one);
    withHooks(new sdk.Agent({ name: 'two', tools: [tool] }), two.hooks);
    await expect(tool.shell.run({ commands: ['ls'] })).rejects.toThrow('Blocked by guard');
    expect([asked, two.asked, ran]).toEqual([['shell'], ['preToolCall'], []]);
  },
);

test('a shell that the app puts in the place of another is the one that runs', async () => {
  const [{ sdk }] = sdkVersions.slice(-1) as [(typeof sdkVersions)[number]];
  const ran: string[] = [];
  const shellOf = (name: string) => ({ run: async () => (ran.push(name), { output: [] }) });
  const tool = sdk.shellTool({ shell: shellOf('one') });
  const call = { type: 'shell_call', callId: 'c1', action: { commands: ['ls'] } } as never;
  const model = new MemoryModel([call], 'Done.', [call], 'Done.');
  const agent = withHooks(new sdk.Agent({ name: 'shop', model, tools: [tool] }), createHooks());
  const runner = new sdk.Runner({ tracingDisabled: true });
  await runner.run(agent, 'Go.');
  Object.assign(tool, { shell: shellOf('two') });
  await runner.run(agent, 'Go.');
  expect(ran).toEqual(['one', 'two']);
});
