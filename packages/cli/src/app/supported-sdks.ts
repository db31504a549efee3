/** An SDK that Interpose hooks, and how an app puts hooks on it. */
export interface SupportedSdk {
  /** The adapter's package. */
  readonly adapter: string;
  /** Packages of the SDK; the first carries the version that the adapter asks for. */
  readonly packages: readonly [string, ...string[]];
  /** True where the adapter has an entry for `--import`. */
  readonly hasRegister: boolean;
}

/** The SDKs, each with the packages that an app imports it by. */
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
