import { describeTool as describe, isDict } from '@interpose/adapter-kit';
import type { Hooks, Tool, ToolSpec } from '@interpose/core';

/** What the AI SDK hands to a tool beside its input; v6 and v7 name the context differently. */
export interface ExecuteOptions {
  readonly toolCallId: string;
  readonly messages?: readonly unknown[];
  readonly abortSignal?: AbortSignal | undefined;
  readonly [option: string]: unknown;
}

/** A tool's function: it returns a value, a promise of one, or streams values of which the last one counts. */
export type Execute = (this: unknown, input: unknown, options: ExecuteOptions) => unknown;

/** A tool as an app gives it to the AI SDK; only what the hooks touch is named. */
export interface AppTool {
  readonly type?: string;
  readonly description?: unknown;
  readonly inputSchema?: unknown;
  readonly execute?: Execute;
  readonly needsApproval?: unknown;
  readonly metadata?: unknown;
  readonly [property: PropertyKey]: unknown;
}

/** What the adapter knows of a tool beside what the model is shown. */
export type ToolFacts = Pick<ToolSpec, 'origin' | 'annotations'>;

/** Tools by the name the model calls them. */
export type AppTools = Readonly<Record<string, AppTool>>;

/** Marks a tool that stands for an agent. */
export const AGENT: unique symbol = Symbol.for('interpose.agent') as never;

/** True for a tool that the provider runs: the app has no function for it. */
export function isProviderExecuted(tool: AppTool): boolean {
  const fromProvider = tool.type === 'provider' || tool.type === 'provider-defined';
  return fromProvider && tool.execute === undefined && tool['isProviderExecuted'] !== false;
}

/** True for the SDK's own `toolSearch()`. */
export function isToolSearch(tool: AppTool | undefined): boolean {
  return tool?.[TOOL_SEARCH] === true;
}

const TOOL_SEARCH = Symbol.for('vercel.ai.toolSearch');

/** The tool of this name, if the app has one. */
export function toolNamed(tools: AppTools, name: string): AppTool | undefined {
  return Object.hasOwn(tools, name) ? tools[name] : undefined;
}

/** The tool of this name as policies see it. */
export function toolIn(tools: AppTools, name: string, hooks: Hooks): Tool {
  return describeTool(name, toolNamed(tools, name), hooks);
}

/** The tool as policies see it. */
export function describeTool(name: string, tool: AppTool | undefined, hooks: Hooks): Tool {
  const facts = tool && { description: tool.description, ...toolFacts(tool) };
  return describe(name, facts, hooks);
}

/** What the adapter knows of a tool beside what the model is shown; undefined where the app has none of this name. */
export function factsIn(tools: AppTools, name: string): ToolFacts | undefined {
  const tool = toolNamed(tools, name);
  return tool && toolFacts(tool);
}

/** Where a tool comes from, and the behaviour hints that an MCP server gave. */
export function toolFacts(tool: AppTool): ToolFacts {
  const { metadata } = tool;
  const annotations = isDict(metadata) ? metadata['annotations'] : undefined;
  return { origin: originOf(tool), ...(isDict(annotations) ? { annotations } : undefined) };
}

/** MCP tools say in their metadata that they are. */
function originOf(tool: AppTool): Tool['origin'] {
  if (isProviderExecuted(tool)) return 'provider';
  if (tool[AGENT] === true) return 'agent';
  return isDict(tool.metadata) && typeof tool.metadata['clientName'] === 'string' ? 'mcp' : 'local';
}
