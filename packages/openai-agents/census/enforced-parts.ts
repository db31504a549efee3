import type { EntryClass } from '@interpose/adapter-kit';

import { both, enforcedAt } from './enforced.ts';

/** The entries that probes run, by what an app does with them: tools, other agents, servers and storage. */
export const enforcedParts: readonly EntryClass[] = [
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
  enforcedAt('tool.invoke', both('agent in a sandbox', 'agent in a sandbox of its own'), [
    'SandboxRunConfig{client}',
    'SandboxRunConfig{session}',
  ]),
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
