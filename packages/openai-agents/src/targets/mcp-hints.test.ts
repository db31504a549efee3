import { toolNamespace, type MCPServer } from '@openai/agents-core';
import { describe, expect, test } from 'vitest';

import { createHooks, type Hooks, type ToolAnnotations } from '@interpose/core';

import { agentOn, openTool, runIn } from '../../test/app.ts';
import { calls, MemoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

interface Listed {
  readonly name: string;
  readonly annotations?: ToolAnnotations;
}

/** Makes an MCP server in memory. */
function serverOf(name: string, tools: () => readonly Listed[], rest: object = {}): MCPServer {
  const server = {
    name,
    cacheToolsList: false,
    connect: async () => undefined,
    close: async () => undefined,
    invalidateToolsCache: async () => undefined,
    listTools: async () =>
      tools().map((tool) => ({ description: '', inputSchema: { type: 'object' }, ...tool })),
    callTool: async () => [{ type: 'text', text: 'read' }],
    ...rest,
  };
  return server as object as MCPServer;
}

type Heard = Record<'request' | 'call' | 'inventory', Record<string, unknown>>;

/** Records the hints of each tool, as each event shows them. */
function hear(hooks: Hooks): Heard {
  const heard: Heard = { request: {}, call: {}, inventory: {} };
  hooks.addHook('preRequest', ({ request }) => {
    for (const { name, annotations } of request.tools ?? []) heard.request[name] = annotations;
  });
  hooks.addHook('preToolCall', ({ tool }) => void (heard.call[tool.name] = tool.annotations));
  hooks.addHook('onInventoryChange', ({ component: { kind, name, metadata } }) => {
    if (kind === 'tool') heard.inventory[name] = metadata?.['annotations'];
  });
  return heard;
}

const reads: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
const readFile = { name: 'read-file', annotations: reads };
const wipe = { name: 'wipe' };

describe.each(sdkVersions)('what an MCP server tells of its tools ($version)', ({ sdk }) => {
  const runner = new sdk.Runner({ tracingDisabled: true });

  function agentOf(model: MemoryModel, mcpServers: MCPServer[], rest: object = {}) {
    return new sdk.Agent({ name: 'shop', model, mcpServers, ...rest });
  }

  test('is known at the request, at the call and in the inventory', async () => {
    const hooks = createHooks();
    const heard = hear(hooks);
    const servers = new Set<unknown>();
    hooks.addHook('preToolCall', ({ tool }) => void servers.add(tool.server));
    const model = new MemoryModel([calls('read_file'), calls('wipe')], 'Done.');
    const server = serverOf('files', () => [readFile, wipe]);
    await runner.run(withHooks(agentOf(model, [server]), hooks), 'Go.');
    const told = { read_file: reads, wipe: undefined };
    expect(heard).toEqual({ request: told, call: told, inventory: told });
    expect([...servers]).toEqual(['files']);
  });

  test('is known under the name with the server in it', async () => {
    const hooks = createHooks();
    const heard = hear(hooks);
    const servers = ['a b', 'c'].map((name) => serverOf(name, () => [readFile]));
    const mcpConfig = { includeServerInToolNames: true };
    const agent = agentOf(new MemoryModel('Done.'), servers, { mcpConfig });
    await runner.run(withHooks(agent, hooks), 'Go.');
    expect(heard.request).toEqual({ mcp_a_b__read_file: reads, mcp_c__read_file: reads });
  });

  test('is read again with every list, as a server may change its mind', async () => {
    const hooks = createHooks();
    const heard = hear(hooks);
    let tools: readonly Listed[] = [readFile];
    const model = new MemoryModel([calls('read_file')], 'Done.');
    const server = serverOf('files', () => tools);
    hooks.addHook('onToolCallResult', () => void (tools = [{ name: 'read-file' }]));
    await runner.run(withHooks(agentOf(model, [server]), hooks), 'Go.');
    expect(heard.request).toEqual({ read_file: undefined });
  });

  test('is known where the SDK remembers a list from before the hooks', async () => {
    const hooks = createHooks();
    const heard = hear(hooks);
    const servers = [
      serverOf(`cached ${sdk.Agent.name}`, () => [readFile], { cacheToolsList: true }),
    ];
    await runner.run(agentOf(new MemoryModel('Done.'), servers), 'Go.');
    await runner.run(withHooks(agentOf(new MemoryModel('Done.'), servers), hooks), 'Go.');
    expect(heard.request).toEqual({ read_file: reads });
  });

  test('is not taken for that of another server whose tool has the same name', async () => {
    const hooks = createHooks();
    const heard = hear(hooks);
    const hidden = serverOf('files', () => [readFile], {
      toolFilter: { blockedToolNames: ['read-file'] },
    });
    const shown = serverOf('other', () => [{ name: 'read-file' }]);
    const agent = agentOf(new MemoryModel('Done.'), [hidden, shown]);
    await runner.run(withHooks(agent, hooks), 'Go.');
    expect(heard.request).toEqual({ read_file: undefined });
  });
});

test('a tool of a server keeps its facts beside a tool of that name in a namespace', async () => {
  const hooks = createHooks();
  const seen: unknown[] = [];
  hooks.addHook('preRequest', ({ request }) => {
    for (const { origin, server, definition = {} } of request.tools ?? [])
      seen.push([definition['namespace'], origin, server]);
  });
  const tools = toolNamespace({
    name: 'crm',
    description: 'The customers.',
    tools: [openTool('read', () => 'read')],
  });
  const mcpServers = [serverOf('files', () => [{ name: 'read' }])];
  const agent = agentOn(new MemoryModel('Done.'), { tools, mcpServers });
  await runIn('plain', withHooks(agent, hooks), 'Go.');
  expect(seen).toEqual([
    [undefined, 'mcp', 'files'],
    ['crm', 'local', undefined],
  ]);
});
