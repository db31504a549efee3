import type { MCPServer } from '@openai/agents-core';
import { describe, expect, test } from 'vitest';

import { createHooks, deny } from '@interpose/core';

import { openTool } from '../../test/app.ts';
import { calls, MemoryModel } from '../../test/memory-model.ts';
import { sdkVersions, type Sdk } from '../../test/sdk-versions.ts';
import { inspect, withHooks } from '../index.ts';

/** Makes an MCP server in memory with one tool, and a list of the tool's calls. */
function payServer(schema: object = {}) {
  const called: unknown[] = [];
  const inputSchema = { type: 'object', properties: {}, required: [], ...schema };
  const server = {
    name: 'bank',
    cacheToolsList: false,
    connect: async () => undefined,
    close: async () => undefined,
    invalidateToolsCache: async () => undefined,
    listTools: async () => [{ name: 'pay', description: 'Pays.', inputSchema }],
    callTool: async (_name: string, args: unknown) => {
      called.push(args);
      return [{ type: 'text', text: 'paid' }];
    },
  };
  return { server: server as object as MCPServer, called };
}

/** The functions by which an app makes tools of a server itself. */
const makers: Readonly<Record<string, (sdk: Sdk, server: MCPServer) => Promise<unknown>>> = {
  getAllMcpTools: (sdk, server) => sdk.getAllMcpTools([server]),
  'getAllMcpTools, strict': (sdk, mcpServer) =>
    sdk.getAllMcpTools({ mcpServers: [mcpServer], convertSchemasToStrict: true }),
  mcpToFunctionTool: async (sdk, server) =>
    (await server.listTools()).map((tool) => sdk.mcpToFunctionTool(tool, server, false)),
};

const schemas = [{}, { additionalProperties: true }, { additionalProperties: false }];

describe.each(sdkVersions)('a tool that an app makes of one of an MCP server ($version)', (v) => {
  const { sdk } = v;
  const runner = new sdk.Runner({ tracingDisabled: true });

  test.each(Object.keys(makers))('by %s is known as what it is', async (name) => {
    for (const schema of schemas) {
      const hooks = createHooks();
      const heard: unknown[] = [];
      hooks.addHook('preRequest', ({ request }) => void heard.push(request.tools?.[0]?.origin));
      hooks.addHook('preToolCall', ({ tool }) => {
        heard.push(tool.origin);
        return tool.origin === 'mcp' ? deny('not from there') : undefined;
      });
      const { server, called } = payServer(schema);
      const tools = (await makers[name]!(sdk, server)) as [];
      const model = new MemoryModel([calls('pay')], 'Done.');
      await runner.run(withHooks(new sdk.Agent({ name: 'shop', model, tools }), hooks), 'Go.');
      expect([heard, called]).toEqual([['mcp', 'mcp', 'mcp'], []]);
    }
  });

  test('is refused where everything has to be enforced, as nobody knows its server', async () => {
    const { server } = payServer();
    const tools = await sdk.getAllMcpTools([server]);
    const agent = new sdk.Agent({ name: 'shop', tools });
    expect(inspect(agent).filter(({ status }) => status !== 'enforced')).toMatchObject([
      { path: 'MCP tool of your app pay', event: 'preMcpMessage', status: 'unmediated' },
      { path: 'MCP tool of your app pay', event: 'onMcpMessage', status: 'unmediated' },
    ]);
    expect(() => withHooks(agent, createHooks(), { require: 'enforced' })).toThrow(
      /\[not_enforced\].*MCP tool of your app pay/,
    );
  });

  test('is the very tool of the app to whoever listens', async () => {
    const { server } = payServer();
    const tools = await sdk.getAllMcpTools([server]);
    const model = new MemoryModel([calls('pay')], 'Done.');
    const agent = withHooks(new sdk.Agent({ name: 'shop', model, tools }), createHooks());
    const told: unknown[] = [];
    agent.on('agent_tool_start', (_context, tool) => void told.push(tool === tools[0]));
    await runner.run(agent, 'Go.');
    expect(told).toEqual([true]);
  });

  test('is not mistaken for a tool of the app that reads its results by itself', async () => {
    const own = openTool('pay', () => 'paid', { customDataExtractor: () => ({ by: 'app' }) });
    const agent = new sdk.Agent({ name: 'shop', tools: [own] });
    expect(inspect(agent).filter(({ status }) => status !== 'enforced')).toEqual([]);
  });
});
