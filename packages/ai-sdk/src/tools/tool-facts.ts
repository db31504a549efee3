import { describeTool as describe, isDict, omitUndefined } from '@interpose/adapter-kit';
import type { Hooks, Tool, ToolSpec } from '@interpose/core';

/** The options that the AI SDK gives to a tool beside its input; v6 and v7 name the context differently. */
export interface ExecuteOptions {
  readonly toolCallId: string;
  readonly messages?: readonly unknown[];
  readonly abortSignal?: AbortSignal | undefined;
  readonly [option: string]: unknown;
}

/** A tool's function. It returns a value or a promise, or streams values of which the last one is the result. */
export type Execute = (this: unknown, input: unknown, options: ExecuteOptions) => unknown;

/** A tool as an app gives it to the AI SDK; only the members that hooks use are listed. */
export interface AppTool {
  readonly type?: string;
  readonly description?: unknown;
  readonly inputSchema?: unknown;
  readonly execute?: Execute;
  readonly needsApproval?: unknown;
  readonly metadata?: unknown;
  readonly [property: PropertyKey]: unknown;
}

/** The facts about a tool that the model is not shown. */
export type ToolFacts = Pick<ToolSpec, 'origin' | 'server' | 'annotations'>;

/** Tools, by the name that the model calls them by. */
export type AppTools = Readonly<Record<string, AppTool>>;

/** Marks a tool that stands for an agent. */
export const AGENT: unique symbol = Symbol.for('interpose.agent') as never;

/** Whether the provider runs the tool: the app has no function for it. */
export function isProviderExecuted(tool: AppTool): boolean {
  const fromProvider = tool.type === 'provider' || tool.type === 'provider-defined';
  return fromProvider && tool.execute === undefined && tool['isProviderExecuted'] !== false;
}

/** Whether the tool is the SDK's own `toolSearch()`. */
export function isToolSearch(tool: AppTool | undefined): boolean {
  return tool?.[TOOL_SEARCH] === true;
}

const TOOL_SEARCH = Symbol.for('vercel.ai.toolSearch');

/** Returns the tool with this name; undefined if the app has none. */
export function toolNamed(tools: AppTools, name: string): AppTool | undefined {
  return Object.hasOwn(tools, name) ? tools[name] : undefined;
}

/** Returns the tool with this name as policies see it. */
export function toolIn(tools: AppTools, name: string, hooks: Hooks): Tool {
  return describeTool(name, toolNamed(tools, name), hooks);
}

/** Returns the tool as policies see it. */
export function describeTool(name: string, tool: AppTool | undefined, hooks: Hooks): Tool {
  const facts = tool && {
    description: tool.description,
    ...toolFacts(tool),
  };
  return describe(name, facts, hooks);
}

/** Returns the facts about a tool that the model is not shown; undefined if the app has no tool with this name. */
export function factsIn(tools: AppTools, name: string): ToolFacts | undefined {
  const tool = toolNamed(tools, name);
  return tool && toolFacts(tool);
}

/** Returns the origin of a tool, and its MCP client with the behaviour hints of the server. */
export function toolFacts(tool: AppTool): ToolFacts {
  const { metadata } = tool;
  const annotations = isDict(metadata) ? metadata['annotations'] : undefined;
  const server = clientNameOf(tool);
  return {
    origin: originOf(tool),
    ...omitUndefined({ server, annotations: isDict(annotations) ? annotations : undefined }),
  };
}

/** Returns the name of the MCP client that made the tool, which is in its metadata; undefined for other tools. */
function clientNameOf({ metadata }: AppTool): string | undefined {
  const name = isDict(metadata) ? metadata['clientName'] : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** Returns the origin of a tool. */
function originOf(tool: AppTool): Tool['origin'] {
  if (isProviderExecuted(tool)) return 'provider';
  if (tool[AGENT] === true) return 'agent';
  return clientNameOf(tool) === undefined ? 'local' : 'mcp';
}
