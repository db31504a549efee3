/** One SDK package of an adapter, and the folders that hold the versions the adapter supports. */
export type SurveyedPackage = {
  adapter: string;
  name: string;
  /** What the package is installed as, from the root of the repository: the lowest first. */
  installed: readonly string[];
  /** Where `--latest` looks when it asks for the newest version: a supported major, or everything. */
  latest: readonly string[];
  /** Packages whose types count as the SDK's own, so that their members are entries too. */
  family: RegExp;
  /** Entry points that start something when they are imported, or are nobody's to import. */
  skip?: RegExp;
};

const inPackage = (adapter: string, ...names: string[]): string[] =>
  names.map((name) => `packages/${adapter}/node_modules/${name}`);

const langchain = (name: string): SurveyedPackage => ({
  adapter: 'langchain',
  name,
  installed: [
    `packages/langchain/test/floor/node_modules/${name}`,
    ...inPackage('langchain', name),
  ],
  latest: ['1'],
  family: /node_modules\/(langchain|@langchain)\//,
});

const mcpSplit = (name: string): SurveyedPackage => ({
  adapter: 'mcp',
  name: `@modelcontextprotocol/${name}`,
  installed: inPackage('mcp', `mcp-${name}-floor`, `@modelcontextprotocol/${name}`),
  latest: ['2'],
  family: /node_modules\/@modelcontextprotocol\//,
  skip: /^(_shims|validators\/)/,
});

/** Every package that an adapter hooks, in the versions it supports. */
export const surveyedPackages: readonly SurveyedPackage[] = [
  {
    adapter: 'ai-sdk',
    name: 'ai',
    installed: inPackage('ai-sdk', 'ai-6-floor', 'ai-6-latest', 'ai-7-floor', 'ai'),
    latest: ['6', '7'],
    family: /node_modules\/(ai|@ai-sdk)\//,
  },
  {
    adapter: 'openai',
    name: 'openai',
    installed: inPackage('openai', 'openai-floor', 'openai'),
    latest: ['latest'],
    family: /node_modules\/openai\//,
    skip: /^(_vendor|internal|bin|src|shims)\//,
  },
  {
    adapter: 'openai-agents',
    name: '@openai/agents-core',
    installed: inPackage('openai-agents', '@openai/agents-core-floor', '@openai/agents-core'),
    latest: ['latest'],
    family: /node_modules\/@openai\//,
    skip: /^(sandbox|_shims)/,
  },
  {
    adapter: 'openai-agents',
    name: '@openai/agents-realtime',
    installed: inPackage('openai-agents', '@openai/agents-realtime'),
    latest: ['latest'],
    family: /node_modules\/@openai\/agents-realtime\//,
    skip: /^_shims/,
  },
  langchain('langchain'),
  langchain('@langchain/core'),
  langchain('@langchain/langgraph'),
  {
    adapter: 'mcp',
    name: '@modelcontextprotocol/sdk',
    installed: inPackage('mcp', 'mcp-floor', '@modelcontextprotocol/sdk'),
    latest: ['1'],
    family: /node_modules\/@modelcontextprotocol\//,
    skip: /^(examples\/|cli\.js)/,
  },
  mcpSplit('client'),
  mcpSplit('server'),
  mcpSplit('core'),
  {
    adapter: 'a2a',
    name: '@a2a-js/sdk',
    installed: inPackage('a2a', 'a2a-sdk-floor', '@a2a-js/sdk'),
    latest: ['latest'],
    family: /node_modules\/@a2a-js\//,
  },
];
