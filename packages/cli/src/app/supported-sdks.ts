/** An SDK that Interpose hooks, and how an app puts hooks on it. */
export interface SupportedSdk {
  /** The package of the adapter. */
  readonly adapter: string;
  /** Packages of the SDK. The version of the first is the one that the adapter's range refers to. */
  readonly packages: readonly [string, ...string[]];
  /** True if the adapter has an entry for `--import`. */
  readonly hasRegister: boolean;
}

/** The supported SDKs, each with the packages that an app imports it from. */
export const SUPPORTED_SDKS: readonly SupportedSdk[] = [
  { adapter: '@interpose/ai-sdk', packages: ['ai'], hasRegister: true },
  { adapter: '@interpose/openai', packages: ['openai'], hasRegister: true },
  {
    adapter: '@interpose/openai-agents',
    packages: ['@openai/agents', '@openai/agents-core', '@openai/agents-realtime'],
    hasRegister: true,
  },
  {
    adapter: '@interpose/langchain',
    packages: ['langchain', '@langchain/core', '@langchain/langgraph', '@langchain/openai'],
    hasRegister: true,
  },
  {
    adapter: '@interpose/mcp',
    packages: [
      '@modelcontextprotocol/sdk',
      '@modelcontextprotocol/client',
      '@modelcontextprotocol/server',
    ],
    hasRegister: false,
  },
  { adapter: '@interpose/a2a', packages: ['@a2a-js/sdk'], hasRegister: false },
];
