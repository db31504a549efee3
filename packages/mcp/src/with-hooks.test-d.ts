import type { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import type { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import type { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { StdioClientTransport as FloorStdio } from 'mcp-floor/client/stdio.js';
import type { StreamableHTTPClientTransport as FloorHttp } from 'mcp-floor/client/streamableHttp.js';
import type { Transport as FloorTransport } from 'mcp-floor/shared/transport.js';
import { expectTypeOf, test } from 'vitest';

import type { McpTransport, withHooks } from './index.ts';

test('every transport of the MCP SDK is a target, of the lowest and of the highest version', () => {
  expectTypeOf<Transport>().toExtend<McpTransport>();
  expectTypeOf<InMemoryTransport>().toExtend<McpTransport>();
  expectTypeOf<SSEClientTransport>().toExtend<McpTransport>();
  expectTypeOf<StdioClientTransport>().toExtend<McpTransport>();
  expectTypeOf<StreamableHTTPClientTransport>().toExtend<McpTransport>();
  expectTypeOf<SSEServerTransport>().toExtend<McpTransport>();
  expectTypeOf<StdioServerTransport>().toExtend<McpTransport>();
  expectTypeOf<StreamableHTTPServerTransport>().toExtend<McpTransport>();
  expectTypeOf<FloorTransport>().toExtend<McpTransport>();
  expectTypeOf<FloorStdio>().toExtend<McpTransport>();
  expectTypeOf<FloorHttp>().toExtend<McpTransport>();
});

test('what comes back is of the type that went in', () => {
  expectTypeOf<
    typeof withHooks<StdioClientTransport>
  >().returns.toEqualTypeOf<StdioClientTransport>();
});

test('what cannot send is no target', () => {
  expectTypeOf<{ start(): Promise<void>; close(): Promise<void> }>().not.toExtend<McpTransport>();
  expectTypeOf<string>().not.toExtend<McpTransport>();
});
