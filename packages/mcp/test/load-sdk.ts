import type { Sdk } from './sdk.ts';

/** The names this package installs the lowest and the highest supported version as. */
export type SdkName = 'mcp-floor' | '@modelcontextprotocol/sdk';

/** The MCP SDK that is installed under this name. */
export async function loadSdk(name: SdkName): Promise<Sdk> {
  const modules = await Promise.all<unknown>(MODULES[name]());
  return Object.assign({}, ...modules) as Sdk;
}

const MODULES: Readonly<Record<SdkName, () => readonly Promise<unknown>[]>> = {
  'mcp-floor': () => [
    import('mcp-floor/client/index.js'),
    import('mcp-floor/client/sse.js'),
    import('mcp-floor/client/stdio.js'),
    import('mcp-floor/client/streamableHttp.js'),
    import('mcp-floor/inMemory.js'),
    import('mcp-floor/server/index.js'),
    import('mcp-floor/server/sse.js'),
    import('mcp-floor/server/stdio.js'),
    import('mcp-floor/server/streamableHttp.js'),
    import('mcp-floor/types.js'),
  ],
  '@modelcontextprotocol/sdk': () => [
    import('@modelcontextprotocol/sdk/client/index.js'),
    import('@modelcontextprotocol/sdk/client/sse.js'),
    import('@modelcontextprotocol/sdk/client/stdio.js'),
    import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
    import('@modelcontextprotocol/sdk/inMemory.js'),
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/sse.js'),
    import('@modelcontextprotocol/sdk/server/stdio.js'),
    import('@modelcontextprotocol/sdk/server/streamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ],
};
