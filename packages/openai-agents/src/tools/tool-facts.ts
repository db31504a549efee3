import { describeTool, type KnownTool, type Question } from '@interpose/adapter-kit';
import type { Tool, ToolAnnotations, ToolSpec } from '@interpose/core';
import type { WrittenCall } from '../approval/answers.ts';
import type { AgentRun, RunLayer } from '../run/host-run.ts';
import { isMadeOfMcp } from '../targets/mcp-tools.ts';
import { isHosted } from '../translate/hosted-name.ts';
import type { NativeTool } from '../translate/native.ts';

/** The tools of MCP servers, with what their servers tell of how they behave. */
const fromMcp = new WeakMap<NativeTool, ToolAnnotations | undefined>();

/** Remembers that a tool belongs to an MCP server, and the hints of the server. */
export function keepMcpTools(
  tools: readonly NativeTool[],
  hints: ReadonlyMap<string, ToolAnnotations | undefined>,
): void {
  for (const tool of tools) fromMcp.set(tool, hints.get(tool.name));
}

/** True for a tool of a server of the agent: the SDK makes it, so that no app knows it by its identity. */
export function isListed(tool: NativeTool): boolean {
  return fromMcp.has(tool);
}

/** What hooks on a request are told of a tool beside what the model is shown. */
export function factsOf({
  tools,
}: AgentRun): (name: string) => Pick<ToolSpec, 'origin' | 'annotations'> | undefined {
  return (name) => {
    const tool = tools.get(name);
    return tool === undefined ? undefined : { origin: originOf(tool), ...annotationsOf(tool) };
  };
}

/** What the MCP server of a tool tells of its behaviour; other tools of the SDK have no place for it. */
function annotationsOf(tool: NativeTool | undefined): Pick<Tool, 'annotations'> | undefined {
  const annotations = tool === undefined ? undefined : fromMcp.get(tool);
  return annotations === undefined ? undefined : { annotations };
}

/** What is known of a tool; nothing where there is none. */
function knownTool(tool: NativeTool | undefined): KnownTool | undefined {
  if (tool === undefined) return undefined;
  const description = tool.type === 'function' ? tool.description : undefined;
  return { origin: originOf(tool), description, ...annotationsOf(tool) };
}

/** Where a tool comes from. */
export function originOf(tool: NativeTool): Tool['origin'] {
  if (isHosted(tool)) return 'provider';
  if (isAgentTool(tool)) return 'agent';
  return isListed(tool) || isMadeOfMcp(tool) ? 'mcp' : 'local';
}

/** True for what `agent.asTool` made: only such a tool takes listeners for the events of its agent. */
export function isAgentTool(tool: NativeTool): boolean {
  return tool.type === 'function' && typeof (tool as { on?: unknown }).on === 'function';
}

/** The call and its tool, as the gates are asked about them. */
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
