import {
  attachClientToolSearchExecutor,
  hostedMcpTool,
  type HostedTool,
} from '@openai/agents-core';
import { describe, expect, test } from 'vitest';

import { ask, createHooks, deny } from '@interpose/core';

import { agentOn, openTool, runner } from '../../test/app.ts';
import { calls, MemoryModel, readOf, says, type Item } from '../../test/memory-model.ts';
import { inspect, withHooks } from '../index.ts';

const search: HostedTool = {
  type: 'hosted_tool',
  name: 'web_search',
  providerData: { type: 'web_search' },
};

const request = {
  type: 'hosted_tool_call',
  name: 'mcp_approval_request',
  id: 'req_1',
  status: 'completed',
  providerData: {
    type: 'mcp_approval_request',
    id: 'req_1',
    name: 'delete_repo',
    server_label: 'git',
    arguments: '{"repo":"all"}',
  },
} as const;

const serverOf = (rest: object = {}) =>
  hostedMcpTool({
    serverLabel: 'git',
    serverUrl: 'https://example.com/mcp',
    requireApproval: 'always',
    ...rest,
  } as never);

describe('a hosted tool', () => {
  test.each([
    ['denies', () => deny('no web')],
    ['asks about', () => ask('a person decides')],
  ])('that a policy %s is not offered', async (_, rule) => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', rule);
    const model = new MemoryModel('Done.');
    await runner.run(withHooks(agentOn(model, { tools: [search] }), hooks), 'Go.');
    expect(model.asked[0]?.tools).toEqual([]);
  });

  test('that ran at the provider is reported with its call and its result', async () => {
    const hooks = createHooks();
    const heard: unknown[] = [];
    hooks.observe('preToolCall', ({ call, tool }) => void heard.push([call.name, tool.origin]));
    hooks.observe('onToolCallResult', ({ result }) => void heard.push(result));
    const ran = {
      type: 'hosted_tool_call',
      id: 'ws_1',
      name: 'web_search_call',
      status: 'completed',
      output: 'ten euros',
    } as const;
    const model = new MemoryModel([ran, says('Done.')]);
    await runner.run(withHooks(agentOn(model, { tools: [search] }), hooks), 'Go.');
    await hooks.flush();
    expect([model.asked[0]?.tools.length, heard]).toEqual([
      1,
      [['web_search', 'provider'], 'ten euros'],
    ]);
  });

  test('is the one row of its agent that is not enforced', () => {
    const open = inspect(agentOn(new MemoryModel(), { tools: [search] })).filter(
      ({ status }) => status !== 'enforced',
    );
    expect(new Set(open.map(({ path }) => path))).toEqual(new Set(['hosted tool web_search']));
    expect(() =>
      withHooks(agentOn(new MemoryModel(), { tools: [search] }), createHooks(), {
        require: 'enforced',
      }),
    ).toThrow('not_enforced');
  });
});

describe('a call of a hosted MCP server that waits for a yes', () => {
  test('gets a no with the reason where a policy denies it', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => deny('not that'), { name: 'guard', tool: 'delete_repo' });
    const model = new MemoryModel([request], 'Done.');
    const agent = agentOn(model, { tools: [serverOf()] });
    const result = await runner.run(withHooks(agent, hooks), 'Go.');
    expect(result.interruptions).toEqual([]);
    const sent = JSON.stringify(model.asked[1]?.input);
    expect(sent).toContain('"approve":false');
    expect(sent).toContain('Blocked by guard: not that');
  });

  test('still waits for the person whom the app wants to ask where no policy objects', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => undefined);
    const model = new MemoryModel([request]);
    const result = await runner.run(
      withHooks(agentOn(model, { tools: [serverOf()] }), hooks),
      'Go.',
    );
    expect(result.interruptions.length).toBe(1);
  });

  test.each([
    ['denies', () => deny('not that')],
    ['would change', () => ({ result: 'deleted' })],
  ])('ends the run where a search found the server and a policy %s the call', async (_, rule) => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', rule, { tool: 'delete_repo' });
    const finding = {
      type: 'tool_search_output',
      id: 'found_1',
      status: 'completed',
      execution: 'server',
      tools: [{ type: 'mcp', server_label: 'git', require_approval: 'always' }],
    } as object as Item;
    const finder: HostedTool = {
      type: 'hosted_tool',
      name: 'tool_search',
      providerData: { type: 'tool_search' },
    };
    const model = new MemoryModel([finding, request], 'Done.');
    const agent = withHooks(agentOn(model, { tools: [finder] }), hooks);
    await expect(runner.run(agent, 'Go.')).rejects.toThrow('preToolCall');
    expect(model.asked.length).toBe(1);
  });

  test('is known with what its server tells of the tool', async () => {
    const hooks = createHooks();
    const seen: unknown[] = [];
    hooks.addHook('preToolCall', ({ call, tool }) => void seen.push([call.name, tool.annotations]));
    const list = {
      type: 'hosted_tool_call',
      name: 'mcp_list_tools',
      id: 'list_1',
      status: 'completed',
      providerData: {
        type: 'mcp_list_tools',
        server_label: 'git',
        tools: [{ name: 'delete_repo', input_schema: {}, annotations: { destructiveHint: true } }],
      },
    } as const;
    const model = new MemoryModel([list, request]);
    await runner.run(withHooks(agentOn(model, { tools: [serverOf()] }), hooks), 'Go.');
    expect(seen).toEqual([
      ['hosted_mcp:git', undefined],
      ['delete_repo', { destructiveHint: true }],
    ]);
  });

  test("gets the app's own answer where no policy objects", async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => undefined);
    const model = new MemoryModel([request], 'Done.');
    const onApproval = async () => ({ approve: true });
    await runner.run(
      withHooks(agentOn(model, { tools: [serverOf({ onApproval })] }), hooks),
      'Go.',
    );
    expect(JSON.stringify(model.asked[1]?.input)).toContain('"approve":true');
  });
});

test('a tool that the app finds for the model while it runs passes the hooks like any other', async () => {
  const hooks = createHooks();
  hooks.addHook(
    'preToolCall',
    ({ call }) => (call.name === 'refund' ? deny('ask a person') : undefined),
    {
      name: 'guard',
    },
  );
  let paid = 0;
  const refund = openTool('refund', () => void paid++);
  const provider = { type: 'tool_search', execution: 'client' } as const;
  const finding: HostedTool = { type: 'hosted_tool', name: 'tool_search', providerData: provider };
  const finder = attachClientToolSearchExecutor(finding, () => refund);
  const wish: Item = {
    type: 'tool_search_call',
    id: 'ts_1',
    status: 'completed',
    arguments: { paths: ['refund'] },
    providerData: { call_id: 'ts_1', execution: 'client' },
  };
  const model = new MemoryModel([wish], [calls('refund')], 'Done.');
  await runner.run(withHooks(agentOn(model, { tools: [finder] }), hooks), 'Pay me.');
  expect([paid, readOf(model, 'call_refund')]).toEqual([
    0,
    expect.stringContaining('Blocked by guard: ask a person'),
  ]);
});
