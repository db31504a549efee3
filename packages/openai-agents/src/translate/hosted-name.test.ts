import { hostedMcpTool, shellTool, type HostedTool, type Tool } from '@openai/agents-core';
import { describe, expect, test } from 'vitest';

import { createHooks, deny, type Hooks } from '@interpose/core';

import { agentOn, modes, runIn } from '../../test/app.ts';
import { MemoryModel, says, type Item } from '../../test/memory-model.ts';
import { inspect, withHooks } from '../index.ts';

const search = (type: string, name = 'web_search'): HostedTool => ({
  type: 'hosted_tool',
  name,
  providerData: { type },
});

const server = (serverLabel: string): HostedTool =>
  hostedMcpTool({ serverLabel, serverUrl: 'https://example.com/mcp' });

const container = (): Tool => shellTool({ environment: { type: 'container_auto' } });

const NAMES = ['web_search', 'hosted_mcp:git', 'hosted_mcp:mail', 'shell'];

const offering = (): Tool[] => [
  search('web_search_preview'),
  server('git'),
  server('mail'),
  container(),
];

const found = { type: 'hosted_tool_call', name: 'web_search_call', id: 'w', status: 'completed' };
const listed = {
  type: 'shell_call',
  callId: 's',
  status: 'completed',
  action: { commands: ['ls'] },
};
const printed = {
  type: 'shell_call_output',
  callId: 's',
  output: [{ stdout: 'a.txt', stderr: '', outcome: { type: 'exit', exitCode: 0 } }],
};
const answer = [found, listed, printed, says('Done.')] as readonly object[] as readonly Item[];

interface Offered {
  readonly name: string;
  readonly providerData?: { readonly server_label?: string } | undefined;
}

async function offered(hooks: Hooks): Promise<readonly string[]> {
  const model = new MemoryModel('Done.');
  await runIn('plain', withHooks(agentOn(model, { tools: offering() }), hooks), 'Go.');
  const tools: readonly Offered[] = model.asked[0]?.tools ?? [];
  return tools.map(({ name, providerData }) => providerData?.server_label ?? name);
}

describe('a tool that the provider runs has one name', () => {
  test('on offer, at the gate, in the request, in the inventory and in what inspect tells', async () => {
    const hooks = createHooks();
    const [gated, shown, told]: [Set<string>, string[], string[]] = [new Set(), [], []];
    hooks.addHook('preToolCall', ({ call }) => void gated.add(call.name));
    hooks.addHook('preRequest', ({ request }) => {
      shown.push(...(request.tools ?? []).map(({ name }) => name));
    });
    hooks.addHook('onInventoryChange', ({ component: { kind, name } }) => {
      if (kind === 'tool') told.push(name);
    });
    const agent = agentOn(new MemoryModel(answer), { tools: offering() });
    await runIn('plain', withHooks(agent, hooks), 'Go.');
    const paths = inspect(agent).flatMap(({ path }) => /^hosted tool (.*)$/.exec(path)?.[1] ?? []);
    expect([[...gated], shown, told, [...new Set(paths)]]).toEqual([NAMES, NAMES, NAMES, NAMES]);
  });

  test.each(NAMES)('so a list that denies %s by that name holds at every one', async (name) => {
    const rest = NAMES.filter((other) => other !== name).map((other) => other.split(':').at(-1));
    const [gate, inventory, scoped] = [createHooks(), createHooks(), createHooks()];
    gate.addHook('preToolCall', ({ call }) => (call.name === name ? deny('listed') : undefined));
    inventory.addHook('onInventoryChange', ({ component }) =>
      component.name === name ? deny('listed') : undefined,
    );
    scoped.scopes.register({ name: 'away', tools: [name] })();
    expect(await offered(gate)).toEqual(rest);
    expect(await offered(inventory)).toEqual(rest);
    expect(await offered(scoped)).toEqual(rest);
  });

  test('and one that a hook describes anew stays the tool that it is', async () => {
    const hooks = createHooks();
    hooks.addHook('preRequest', ({ request }) => ({
      request: { ...request, tools: (request.tools ?? []).map((tool) => ({ ...tool })) },
    }));
    expect(await offered(hooks)).toEqual(NAMES.map((name) => name.split(':').at(-1)));
  });
});

describe.each(modes)('a shell in a container of the provider (%s)', (mode) => {
  test('is reported with what it ran and what it printed', async () => {
    const hooks = createHooks();
    const heard: unknown[] = [];
    hooks.observe('preToolCall', ({ call, tool }) => {
      heard.push([call.name, call.args, tool.origin]);
    });
    hooks.observe('onToolCallResult', ({ call, result }) => void heard.push([call.id, result]));
    const agent = agentOn(new MemoryModel(answer.slice(1)), { tools: [container()] });
    await runIn(mode, withHooks(agent, hooks), 'Go.');
    await hooks.flush();
    expect(heard).toEqual([
      ['shell', { commands: ['ls'] }, 'provider'],
      ['s', printed.output],
    ]);
  });

  test('leaves the answer beside it to onAgentResponse', async () => {
    const hooks = createHooks();
    hooks.addHook('onAgentResponse', () => deny('not this one'));
    const agent = agentOn(new MemoryModel(answer.slice(1)), { tools: [container()] });
    const { finalOutput } = await runIn(mode, withHooks(agent, hooks), 'Go.');
    expect(finalOutput).toBe('Blocked by policy.');
  });
});
