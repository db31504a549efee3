import type { Dict } from '@interpose/core';
import type { NativeTool, OfferedTool } from './native.ts';

/** Whether the provider runs this tool: one of its own tools, or a shell in its container. */
export function isHosted(tool: NativeTool | OfferedTool): boolean {
  if (tool.type !== 'shell') return tool.type === 'hosted_tool';
  return (tool.environment?.type ?? 'local') !== 'local';
}

/**
 * Returns the name by which policies know a tool: its own name. For an MCP server at the provider the label is added,
 * since the SDK gives all of these servers the same name.
 */
export function hostedName(tool: NativeTool | OfferedTool): string {
  const label = dataOf(tool)['server_label'];
  return typeof label === 'string' ? `${tool.name}:${label}` : tool.name;
}

/** The fields that identify a call at the provider. */
export interface Called {
  readonly id?: string | undefined;
  readonly name: string;
  readonly providerData?: Dict | undefined;
}

/** Returns the provider's own name for the kind of an item: a call, a request or a list. */
export function kindOf({ name, providerData }: Called): unknown {
  return providerData?.['type'] ?? name;
}

/** Returns the id of a call: the provider's own id where the SDK kept it. */
export function idOf({ id = '', providerData }: Called): string {
  const own: unknown = providerData?.['id'];
  return typeof own === 'string' ? own : id;
}

/**
 * Returns the name of the called tool. Items of the provider's own tools only tell their kind; a call at an MCP server
 * holds the name of the server's tool.
 */
export function calledName(item: Called, tools: Iterable<NativeTool>): string {
  const own: unknown = item.providerData?.['name'];
  if (typeof own === 'string') return own;
  const kind = String(kindOf(item)).replace(/_call$/, '');
  for (const tool of tools) {
    const { type: offered = tool.name } = dataOf(tool);
    // A preview version of a tool answers with calls that have the name of the tool itself.
    if (tool.type === 'hosted_tool' && String(offered).replace(/_preview.*$/, '') === kind)
      return hostedName(tool);
  }
  return kind;
}

function dataOf(tool: NativeTool | OfferedTool): Dict {
  const { providerData } = tool as { readonly providerData?: Dict };
  return tool.type === 'hosted_tool' ? (providerData ?? {}) : {};
}
