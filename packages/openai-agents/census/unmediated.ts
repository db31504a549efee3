import type { EntryClass } from '@interpose/adapter-kit';

const unmediatedAt = (
  path: string,
  why: string,
  entries: readonly string[],
  ...events: NonNullable<EntryClass['events']>
): EntryClass => ({
  entries,
  status: 'unmediated',
  path,
  why,
  ...(events.length === 0 ? undefined : { events }),
});

/** The entries that no hook sees, or where nobody has shown yet that hooks hold. */
export const unmediated: readonly EntryClass[] = [
  unmediatedAt(
    'realtime agent',
    'what is said goes over its own transport; its tools pass as tool.invoke, each call a chat of one session',
    [
      'OpenAIRealtime*',
      'Realtime*',
      'Scripted*Realtime*',
      'backgroundResult',
      'isBackgroundResult',
      'testing: ScriptedRealtime*',
    ],
    'onUserMessage',
    'preRequest',
    'onResponse',
    'preDelegate',
  ),
  unmediatedAt(
    'MCP server beyond reach',
    'connected before it was hooked, or of a class of its own; its tools pass as tools all the same',
    [
      'BaseMCPServer*',
      'MCPServers*',
      'connectMcpServers*',
      'getAllMcpTools*',
      'GetAllMcpTools*',
      'mcpToFunctionTool*',
      'MCPFunctionTool*',
      '*MCPServerStdioOptions*',
      'createMCPToolStaticFilter*',
      'invalidateServerToolsCache*',
      '*mcpConfig.errorFunction*',
      'Agent.mcpConfig',
    ],
    'preMcpMessage',
    'onMcpMessage',
  ),
  unmediatedAt(
    'session that compacts itself',
    'OpenAIResponsesCompactionSession asks the service and rewrites what it holds; what a run then reads of it passes onMemoryRetrieved',
    [
      'is*AwareSession*',
      'applySessionHistoryMutations*',
      'utils/internal: getModelVisibleSessionItems*',
    ],
    'preCompact',
    'preMemoryStore',
  ),
  unmediatedAt(
    'tracing',
    'a model of a provider records its own request and answer on its span, as they were; what tools and agents record is what hooks left of it',
    ['*Span*', '*Trace*', '*Tracing*', 'startTraceExportLoop'],
    'onResponse',
  ),
  unmediatedAt(
    'tool of an unknown kind',
    'one that can do nothing passes; one that can is refused with tool_unhooked when the agent runs',
    [],
    'preToolCall',
    'onToolCallResult',
    'onToolCallError',
  ),
  unmediatedAt('sandbox', 'commands and files of a sandbox pass no event of their own', [
    'Sandbox*',
    'ManifestInit*',
  ]),
  unmediatedAt('run state', 'an app may change what a state holds before it goes on', [
    'RunState*',
    'RunContext*',
    'ProcessedResponse*',
    'AgentToolUseTracker*',
  ]),
  unmediatedAt('default model provider', 'it makes models, which are mediated in a hooked run', [
    'setDefaultModelProvider*',
    'Model.*',
    '*attachModelFailureUsage*',
    '*reportModelFailureUsage*',
  ]),
  unmediatedAt('other options', 'no probe shows yet that hooks hold here', [
    'Agent.*',
    'Agent{*',
    'AgentConfig*',
    'RunConfig*',
    '*RunOptions*',
    'Runner.*',
    'RunErrorHandlers*',
    'HandoffCloneOptions*',
    'getHandoff*',
    '*Guardrail*',
    'FunctionTool*',
    '*StrictToolOptions*',
    'ToolCallDetails*',
    'RequestUsage*',
    'Usage*',
    'utils/internal: *Tool*',
  ]),
];
