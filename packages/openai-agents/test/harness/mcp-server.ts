import type { MCPServer } from '@openai/agents-core';

import type { ToolFixture } from '@interpose/testing/conformance';

/** An MCP server in memory with these tools. */
export function mcpServer(fixtures: readonly ToolFixture[]): MCPServer {
  const server = {
    name: 'tools',
    cacheToolsList: false,
    connect: async () => undefined,
    close: async () => undefined,
    invalidateToolsCache: async () => undefined,
    listTools: async () => fixtures.map(listed),
    async callTool(name: string, args: object | null) {
      const fixture = fixtures.find((each) => each.name === name);
      const result = await fixture?.run({ ...args }, { callId: '' });
      return [{ type: 'text', text: typeof result === 'string' ? result : JSON.stringify(result) }];
    },
  };
  return server as object as MCPServer;
}

function listed({ name, description = '', schema, annotations }: ToolFixture): object {
  return { name, description, inputSchema: schema ?? { type: 'object' }, annotations };
}
