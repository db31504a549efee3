import { isDict } from '@interpose/adapter-kit';
import type { Hooks, Tool, ToolAnnotations } from '@interpose/core';

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

/** Tools by the name the model calls them. */
export type AppTools = Readonly<Record<string, AppTool>>;

/** Marks a tool that stands for an agent. */
export const AGENT: unique symbol = Symbol.for('interpose.agent') as never;

/** True for a tool that the provider runs: the app has no function for it. */
export function isProviderExecuted(tool: AppTool): boolean {
  const fromProvider = tool.type === 'provider' || tool.type === 'provider-defined';
  return fromProvider && tool.execute === undefined && tool['isProviderExecuted'] !== false;
}

/** The tool as policies see it. */
export function describeTool(name: string, tool: AppTool | undefined, hooks: Hooks): Tool {
  const scope = hooks.scopes.scopeOf(name);
  return {
    name,
    origin: originOf(tool),
    known: tool !== undefined,
    enabled: hooks.scopes.isEnabled(name),
    ...(typeof tool?.description === 'string' ? { description: tool.description } : undefined),
    ...(scope === undefined ? undefined : { scope }),
    ...annotationsOf(tool),
  };
}

/** Where a tool comes from; MCP tools say so in their metadata. */
export function originOf(tool: AppTool | undefined): Tool['origin'] {
  if (tool === undefined) return 'local';
  if (isProviderExecuted(tool)) return 'provider';
  if (tool[AGENT] === true) return 'agent';
  return isDict(tool.metadata) && typeof tool.metadata['clientName'] === 'string' ? 'mcp' : 'local';
}

/** The behaviour hints an MCP server gave, spread into a tool's facts. */
export function annotationsOf(tool: AppTool | undefined): {
  readonly annotations?: ToolAnnotations;
} {
  if (!isDict(tool?.metadata)) return {};
  const { annotations } = tool.metadata;
  return isDict(annotations) ? { annotations } : {};
}
