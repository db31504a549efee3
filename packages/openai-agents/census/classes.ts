import type { EntryClass } from '@interpose/adapter-kit';

import { harmless } from './harmless.ts';
import { unmediated } from './unmediated.ts';

const enforced = (path: string, entries: readonly string[]): EntryClass => ({
  entries,
  status: 'enforced',
  path,
});

const observed = (path: string, why: string, entries: readonly string[]): EntryClass => ({
  entries,
  status: 'observed',
  path,
  why,
});

/** How far mediation holds for every entry of the OpenAI Agents SDK, 0.11.8 to 0.20. */
export const classes: readonly EntryClass[] = [
  enforced('run', ['run', 'Runner', 'Runner.run()', 'Agent', 'Model.getResponse()']),
  enforced('run streamed', [
    'Model.getStreamedResponse()',
    'StreamedRunResult.*',
    'StreamedRunResult',
    'StreamedRunResult{*',
  ]),
  enforced('tool.invoke', ['tool', 'FunctionTool.invoke()', 'FunctionTool{invoke}']),
  enforced('agent.asTool', ['Agent.asTool()', 'AgentToolOptions*']),
  enforced('handoff', [
    'handoff',
    'Handoff',
    'Handoff.*',
    'Handoff(*',
    'AgentConfigWithHandoffs{handoffs}',
  ]),
  enforced('computer tool', ['computerTool', 'ComputerTool.*', 'ComputerTool{*', 'computerTool{*']),
  enforced('apply_patch tool', ['applyPatchTool*', 'ApplyPatchTool*', 'Editor.*']),
  enforced('shell tool', ['shellTool*', 'LocalShellTool*', 'ShellToolBase*']),
  enforced('MCP server', [
    'MCPServer.*',
    'MCPServerStdio*',
    'MCPServerSSE*',
    'MCPServerStreamableHttp*',
  ]),
  enforced('session', ['MemorySession*']),
  observed(
    'hosted tool',
    'taken from the request when it is denied; what ran at the provider is only reported',
    ['hostedMcpTool*', 'HostedShell*'],
  ),
  ...unmediated,
  ...harmless,
];
