import { canaries, type Probe, type ProbeRun } from '@interpose/testing/probes';

import type { SdkVersion } from '../../test/sdk-versions.ts';
import { kitProbes, loop } from './probe-kit.ts';

/** An agent with an MCP server of the SDK, over HTTP that stays in memory. */
export function mcpProbes(version: SdkVersion): readonly Probe[] {
  return [
    ...serverProbes(version, 'MCP server of the SDK', () => ({})),
    ...serverProbes(version, 'MCP server with data of its own', () => ({
      useStructuredContent: true,
      customDataExtractor: ({ resultMeta, structuredContent }: Result) => ({
        resultMeta,
        structuredContent,
      }),
    })),
  ];
}

/** What a server sent, as the SDK shows it to the app. */
interface Result {
  readonly resultMeta?: unknown;
  readonly structuredContent?: unknown;
}

function serverProbes(version: SdkVersion, name: string, options: () => object): readonly Probe[] {
  const asks = [...loop, 'preMcpMessage', 'onMcpMessage'] as const;
  return kitProbes(version, name, asks, async ({ sdk, run, agentWith, go }) => {
    const url = 'https://shop.test/mcp';
    const given = { name: 'shop', url, fetch: serve(run), ...options() };
    const server = new sdk.MCPServerStreamableHttp(given);
    const agent = agentWith({ tools: [], mcpServers: [server] });
    try {
      await server.connect();
      return await go(agent);
    } finally {
      await server.close();
    }
  });
}

const inputSchema = { type: 'object', properties: {}, additionalProperties: true };

function serve(run: ProbeRun): typeof fetch {
  return async (_url, init) => {
    if (init?.method !== 'POST') return new Response(undefined, { status: 405 });
    const { id, method, params } = JSON.parse(init.body as string) as Asked;
    if (id === undefined) return new Response(undefined, { status: 202 });
    if (method === 'tools/call') run.toolRan('refund', params.arguments);
    const result = answers[method];
    const error = { code: -32601, message: `no ${method} here` };
    return Response.json({
      jsonrpc: '2.0',
      id,
      ...(result === undefined ? { error } : { result }),
    });
  };
}

interface Asked {
  readonly id?: number;
  readonly method: string;
  readonly params: { readonly arguments?: object };
}

const answers: Readonly<Record<string, unknown>> = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'shop', version: '1.0.0' },
  },
  'tools/list': { tools: [{ name: 'refund', description: 'Pays.', inputSchema }] },
  'tools/call': {
    content: [{ type: 'text', text: canaries.toolResult }],
    structuredContent: { told: canaries.toolResult },
    _meta: { told: canaries.toolResult },
  },
};
