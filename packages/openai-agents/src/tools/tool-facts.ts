import { describeTool, type KnownTool, type Question } from '@interpose/adapter-kit';
import type { Tool, ToolSpec } from '@interpose/core';
import type { WrittenCall } from '../approval/answers.ts';
import type { AgentRun, RunLayer } from '../run/host-run.ts';
import type { McpFacts } from '../targets/mcp-hints.ts';
import { isMadeOfMcp } from '../targets/mcp-tools.ts';
import { hostedName, isHosted } from '../translate/hosted-name.ts';
import type { NativeTool, OfferedTool } from '../translate/native.ts';

/** The tools of MCP servers, each with its server and the server's hints. */
const fromMcp = new WeakMap<NativeTool, McpFacts | undefined>();

/** Remembers that tools belong to an MCP server, and the server's hints for them. */
export function keepMcpTools(
  tools: readonly NativeTool[],
  hints: ReadonlyMap<string, McpFacts | undefined>,
): void {
  for (const tool of tools) fromMcp.set(tool, hints.get(tool.name));
}

/** Whether the tool belongs to a server of the agent. The SDK made it, so the app does not know it by identity. */
export function isListed(tool: NativeTool): boolean {
  return fromMcp.has(tool);
}

/** Adds a tool to those of a turn. Where several have one name, each in a namespace is found with that as well. */
export function keepByName(tools: Map<string, NativeTool>, tool: NativeTool): void {
  const name = hostedName(tool);
  const known = tools.get(name);
  if (known === undefined) tools.set(name, tool);
  else for (const each of [known, tool]) tools.set(inSpace(spaceOf(each), name), each);
}

function inSpace(namespace: string | undefined, name: string): string {
  return namespace === undefined ? name : `${namespace}.${name}`;
}

/** Returns the namespace of a tool, which the SDK keeps under a symbol of its own. */
function spaceOf(tool: object): string | undefined {
  const key = Object.getOwnPropertySymbols(tool).find(
    ({ description }) => description === 'functionToolNamespace',
  );
  return key && (Reflect.get(tool, key) as string | undefined);
}

/** Returns a function that gives hooks on a request the origin, server and hints of a tool, which no model gets. */
export function factsOf({
  tools,
}: AgentRun): (
  offered: OfferedTool,
) => Pick<ToolSpec, 'origin' | 'server' | 'annotations'> | undefined {
  return (offered) => {
    const name = hostedName(offered);
    const { namespace } = offered as { readonly namespace?: string };
    const tool = tools.get(inSpace(namespace, name)) ?? tools.get(name);
    return tool && { origin: originOf(tool), ...fromMcp.get(tool) };
  };
}

/** Returns the known facts of a tool; undefined if there is no tool. */
function knownTool(tool: NativeTool | undefined): KnownTool | undefined {
  if (tool === undefined) return undefined;
  const description = tool.type === 'function' ? tool.description : undefined;
  return { origin: originOf(tool), description, ...fromMcp.get(tool) };
}

/** Returns the origin of a tool. */
export function originOf(tool: NativeTool): Tool['origin'] {
  if (isHosted(tool)) return 'provider';
  if (isAgentTool(tool)) return 'agent';
  return isListed(tool) || isMadeOfMcp(tool) ? 'mcp' : 'local';
}

/** Whether `agent.asTool` made the tool: only such tools have `on`, for listeners to events of their agent. */
export function isAgentTool(tool: NativeTool): boolean {
  return tool.type === 'function' && typeof (tool as { on?: unknown }).on === 'function';
}

/** Returns the call and its tool, in the form in which hooks are asked about them. */
export function toolStep(
  layer: RunLayer,
  written: WrittenCall,
  tool: NativeTool | undefined,
): Question {
  const { run, remembered, chat } = layer;
  const { name, agent = run.agent.name } = written;
  const approved = run.answers.of(agent, written);
  const find = (other: string): Tool => {
    const found = other === name ? (tool ?? run.tools.get(other)) : run.tools.get(other);
    const known = remembered?.absent.has(other) === true ? undefined : knownTool(found);
    return describeTool(other, known, chat.hooks);
  };
  return {
    call: layer.callOf(written),
    tool: find(name),
    find,
    native: tool,
    ...(approved === undefined ? undefined : { approval: approved ? 'yes' : 'no', resumed: true }),
  };
}
