import { InterposeError } from '@interpose/core';
import type { CapabilityRow } from '@interpose/core/adapter';
import { capabilities } from '../capabilities.ts';
import { passesHooks } from '../targets/mcp-server.ts';
import { recognise } from '../targets/recognise.ts';
import { isAgentTool } from '../tools/tool-facts.ts';
import { hostedName, isHosted } from '../translate/hosted-name.ts';
import type { NativeAgent, NativeTool } from '../translate/native.ts';

/**
 * The coverage of one concrete target, hooked or not: what holds at each event on each of its paths,
 * with a row of its own for every tool that cannot be fully mediated.
 *
 * @throws InterposeError `target_unknown` for something that `withHooks` does not take.
 *
 * @example
 * const open = inspect(agent).filter((row) => row.status !== 'enforced');
 */
export function inspect(target: unknown): readonly CapabilityRow[] {
  const recognised = recognise(target);
  return recognised.kind === 'agent' ? inspectAgent(recognised.agent) : capabilities;
}

function inspectAgent(agent: NativeAgent): readonly CapabilityRow[] {
  const tools = agent.tools as readonly NativeTool[];
  return [
    ...rowsOn(['run', 'run streamed', 'session']),
    ...('voice' in agent ? rowsOn(['tool.invoke', 'realtime agent']) : []),
    ...rowsOn([...new Set(agent.mcpServers.map(mcpPath))]),
    ...(agent.handoffs.length > 0 ? rowsOn(['handoff']) : []),
    ...(tools.some(isAgentTool) ? rowsOn(['agent.asTool']) : []),
    ...toolRows(tools),
  ];
}

function mcpPath(server: object): string {
  return passesHooks(server) ? 'MCP server' : 'MCP server beyond reach';
}

/** The rows of one path and the tools a run on it has. */
export function inspectRun(path: string, agent: NativeAgent): readonly CapabilityRow[] {
  return [...rowsOn([path]), ...toolRows(agent.tools as readonly NativeTool[])];
}

function rowsOn(paths: readonly string[]): CapabilityRow[] {
  return capabilities.filter(({ path }) => paths.includes(path));
}

function toolRows(tools: readonly NativeTool[]): CapabilityRow[] {
  return tools.flatMap((tool) => {
    const kind = pathOf(tool);
    if (kind === undefined) return [];
    return rowsOn([kind]).map((row) => ({ ...row, path: `${row.path} ${hostedName(tool)}` }));
  });
}

function pathOf(tool: NativeTool): string | undefined {
  return isHosted(tool) ? 'hosted tool' : undefined;
}

/** The error that lists the rows which are not enforced. */
export function notEnforced(rows: readonly CapabilityRow[]): InterposeError {
  const list = rows.map(({ path, event, status }) => `${path} ${event} ${status}`).join(', ');
  return new InterposeError(
    'not_enforced',
    `not everything here can be enforced: ${list}`,
    "remove what these rows name, or drop require: 'enforced'",
  );
}
