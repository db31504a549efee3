import type { Hooks, Tool, ToolSpec } from '@interpose/core';
import type { AgentRun } from './agent-run.ts';
import type { NativeTool } from './native.ts';

const fromMcp = new WeakSet<NativeTool>();

/** Remembers that a tool belongs to an MCP server. */
export function keepMcpTools(tools: readonly NativeTool[]): void {
  for (const tool of tools) fromMcp.add(tool);
}

/** What hooks on a request are told of a tool beside what the model is shown. */
export function factsOf({
  tools,
}: AgentRun): (name: string) => Pick<ToolSpec, 'origin'> | undefined {
  return (name) => {
    const tool = tools.get(name);
    return tool === undefined ? undefined : { origin: originOf(tool) };
  };
}

/** The tool as policies see it. */
export function describeTool(name: string, tool: NativeTool | undefined, hooks: Hooks): Tool {
  const scope = hooks.scopes.scopeOf(name);
  return {
    name,
    origin: tool === undefined ? 'local' : originOf(tool),
    known: tool !== undefined,
    enabled: hooks.scopes.isEnabled(name),
    ...(tool?.type === 'function' && typeof tool.description === 'string'
      ? { description: tool.description }
      : undefined),
    ...(scope === undefined ? undefined : { scope }),
  };
}

/** Where a tool comes from. */
export function originOf(tool: NativeTool): Tool['origin'] {
  if (tool.type === 'hosted_tool') return 'provider';
  if (isAgentTool(tool)) return 'agent';
  return fromMcp.has(tool) ? 'mcp' : 'local';
}

/** True for what `agent.asTool` made: only such a tool takes listeners for the events of its agent. */
export function isAgentTool(tool: NativeTool): boolean {
  return tool.type === 'function' && typeof (tool as { on?: unknown }).on === 'function';
}
