import type { EntryClass } from '@interpose/adapter-kit';

type Names = readonly string[];

const enforcedAt = (path: string, probe: Names, entries: Names): EntryClass => {
  return { entries, status: 'enforced', path, probe };
};

/** Each probe as it runs plain and streamed. */
const both = (...names: Names): Names => names.flatMap((name) => [name, `${name}, streamed`]);

/** The entries that probes run, by what an app does with them. */
export const enforced: readonly EntryClass[] = [
  enforcedAt('run', both('Runner.run', 'a hooked runner', 'tools pushed later'), [
    'Runner',
    'Runner.run()',
    'Runner.run(*',
    'Agent',
    'Agent.tools',
    'Agent*{tools}',
    'Model.getResponse()',
  ]),
  enforcedAt('run', both('run', 'a hooked run'), ['run', 'run(*']),
  enforcedAt(
    'run streamed',
    ['Runner.run, streamed', 'run, streamed'],
    [
      'Model.getStreamedResponse()',
      'StreamedRunResult*',
      'RunRawModelStreamEvent*',
      'RunItemStreamEvent*',
      'RunAgentUpdatedStreamEvent*',
    ],
  ),
  enforcedAt('run', both('model provider'), ['ModelProvider.*', 'RunConfig.modelProvider']),
  enforcedAt('run', both('model of the runner', 'model swapped later', 'frozen model'), [
    'RunConfig.model',
    'Agent.model',
    'Agent*{model}',
  ]),
  enforcedAt('run', both('model that is asked again'), ['ModelRetry*', 'retryPolicies*']),
  enforcedAt('run', both('subclass of Agent'), ['Agent.getSystemPrompt*']),
  enforcedAt('run', both('agent.clone', 'Agent.create'), ['Agent.clone()', 'Agent.create()']),
  enforcedAt('run', both('callModelInputFilter'), [
    '*{callModelInputFilter}',
    'RunConfig.callModelInputFilter',
  ]),
  enforcedAt('run', both('toolErrorFormatter'), [
    '*{toolErrorFormatter}',
    'RunConfig.toolErrorFormatter',
  ]),
  enforcedAt('run', both('errorHandlers.maxTurns'), ['RunErrorHandlers{maxTurns}']),
  enforcedAt('run', both('outputType'), [
    'Agent*{outputType.~standard}',
    'Agent.processFinalOutput()',
    'Agent.outputSchemaName',
  ]),
  enforcedAt('run', both('stop on the first tool', 'stop at a tool', 'toolUseBehavior'), [
    'Agent.toolUseBehavior',
    'Agent*{toolUseBehavior}',
  ]),
  enforcedAt('run', both('guardrails of a run'), [
    'InputGuardrail.*',
    'OutputGuardrail*',
    'defineOutputGuardrail*',
    'Agent.inputGuardrails',
    'Agent.outputGuardrails',
    'Agent*{inputGuardrails}',
    'Agent*{outputGuardrails}',
    'RunConfig.inputGuardrails',
    'RunConfig.outputGuardrails',
  ]),
  enforcedAt('run', both('events'), [
    'AgentHooks*',
    'EventEmitter*',
    'RuntimeEventEmitter',
    'utils: EventEmitterDelegate*',
  ]),
  enforcedAt('run', both('Runner.run', 'handoff()', 'client tool search', 'approval'), [
    'RunResult*',
    'Run*Item',
    'Run*Item.*',
    'Run*Item(*',
    'RunItemBase*',
    'ModelResponse*',
    'ProcessedResponse.newItems',
    'ReadableStream*',
    'extractAllTextOutput*',
  ]),
  enforcedAt('run', both('approval', 'approval kept as text', 'rejection'), [
    'RunState',
    'RunState.approve*',
    'RunState.reject*',
    'RunState.fromString(*',
    'RunState.history',
    'RunState.getInterruptions()',
    'RunState.toString()',
    'RunState.toJSON()',
    'RunState._*',
    'RunContext.approveTool*',
    'RunContext.rejectTool*',
  ]),
  enforcedAt('run', both('approval with more input'), ['RunState.addInput()']),
  enforcedAt(
    'tool.invoke',
    ['tool.invoke', ...both('Runner.run', 'tool of a class', 'frozen tool', 'tool of a callback')],
    [
      'tool',
      'tool(options)',
      'FunctionTool.invoke*',
      'FunctionTool{invoke}',
      'invokeFunctionTool',
      'FunctionToolInvocationArgs*',
      'Agent.getAllTools*',
      'FunctionTool.isEnabled*',
      '*StrictToolOptions{execute}',
      'StrictToolOptions{parameters.~standard}',
    ],
  ),
  enforcedAt('tool.invoke', both('approval', 'approval kept as text'), [
    'FunctionTool.needsApproval*',
    '*StrictToolOptions{needsApproval}',
  ]),
  enforcedAt('tool.invoke', both('guardrails of a tool'), [
    'FunctionTool.*Guardrails',
    'FunctionTool{*Guardrails}',
    '*StrictToolOptions{*Guardrails}',
    'Tool*GuardrailDefinition*',
    'defineTool*Guardrail*',
    'ToolGuardrailFunctionOutputFactory*',
  ]),
  enforcedAt('tool.invoke', both('client tool search'), [
    'attachClientToolSearchExecutor*',
    'getClientToolSearchExecutor',
  ]),
  enforcedAt('tool.invoke', both('tool namespace'), ['toolNamespace', 'ToolNamespaceOptions*']),
  enforcedAt('unknown tool call', both('unknown tool call'), []),
  enforcedAt('agent.asTool', both('agent.asTool', 'agent.asTool with callbacks'), [
    'Agent.asTool()*',
    'AgentToolOptions*',
  ]),
  enforcedAt('handoff', both('handoffInputFilter'), ['RunConfig.handoffInputFilter']),
  enforcedAt('handoff', both('handoff to an agent', 'handoff()', 'handoff made later'), [
    'handoff',
    'handoff(*',
    'Handoff',
    'Handoff.*',
    'Handoff(*',
    'HandoffConfig*',
    'HandoffInputData*',
    'Agent.handoffs',
    'Agent*{handoffs}',
    'Agent.getEnabledHandoffs*',
  ]),
  enforcedAt(
    'computer tool',
    both('computer tool', 'computer made for each run', 'computer provider'),
    [
      'computerTool',
      'ComputerTool.*',
      'ComputerTool{*',
      'computerTool{*',
      'ComputerProvider*',
      'ComputerInitializer*',
    ],
  ),
  enforcedAt('apply_patch tool', both('apply_patch tool'), [
    'applyPatchTool*',
    'ApplyPatchTool*',
    'Editor.*',
    'EditorInvocationContext*',
  ]),
  enforcedAt('shell tool', both('shell tool'), ['shellTool*', 'LocalShellTool*', 'ShellToolBase*']),
  enforcedAt('MCP server', both('MCP server of the SDK', 'MCP server with data of its own'), [
    'MCPServer.*',
    'MCPServerStdio*',
    'MCPServerSSE*',
    'MCPServerStreamableHttp*',
    'Agent.getMcpTools*',
  ]),
  enforcedAt('tool.invoke', both('MCP server of the app', 'MCP server of the SDK'), [
    'Agent.mcpServers',
    'Agent*{mcpServers}',
  ]),
  enforcedAt(
    'session',
    both(
      'session',
      'sessionInputCallback',
      'session that compacts',
      'session that owns what it compacts',
    ),
    [
      'MemorySession*',
      '*RunOptions{session}',
      '*RunOptions{sessionInputCallback}',
      'RunConfig.sessionInputCallback',
    ],
  ),
];
