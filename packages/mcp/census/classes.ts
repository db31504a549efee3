import type { EntryClass } from '@interpose/adapter-kit';

import { harmless } from './harmless.ts';
import { unmediated } from './unmediated.ts';

const enforced = (path: string, entries: readonly string[]): EntryClass => ({
  entries,
  status: 'enforced',
  path,
});

/** How far mediation holds for every entry of the MCP SDK, 1.10.0 to 1.32.2: every message passes the hooked transport. */
export const classes: readonly EntryClass[] = [
  enforced('client: request', [
    'message */*',
    'message ping',
    'message initialize',
    'client: Client',
    'client: Client.*',
  ]),
  enforced('server: request', [
    'server: Server',
    'server: Server.*',
    'server/mcp: McpServer',
    'server/mcp: McpServer.*',
    'Registered*',
    'server/mcp: ResourceTemplate*',
  ]),
  enforced('client: notification', ['shared/protocol: Protocol*']),
  enforced('transports', [
    'client/sse: SSEClientTransport*',
    'client/stdio: StdioClientTransport*',
    'client/streamableHttp: StreamableHTTPClientTransport*',
    'client/websocket: *',
    'server/sse: SSEServerTransport*',
    'server/stdio: *',
    'server/streamableHttp: *',
    'server/webStandardStreamableHttp: *',
    'inMemory: *',
    'Transport.*',
  ]),
  ...unmediated,
  ...harmless,
];
