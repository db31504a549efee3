import type { Dict } from '@interpose/core';
import type { NativeTool, OfferedTool } from './native.ts';

/** True for a tool that the provider runs: one of its own, or a shell in its container. */
export function isHosted(tool: NativeTool | OfferedTool): boolean {
  if (tool.type !== 'shell') return tool.type === 'hosted_tool';
  return (tool.environment?.type ?? 'local') !== 'local';
}

/**
 * The name under which policies know a tool, on offer, in the inventory and in scopes: its own. An MCP server at the
 * provider has its label, since the SDK gives all of them one name.
 */
export function hostedName(tool: NativeTool | OfferedTool): string {
  const label = dataOf(tool)['server_label'];
  return typeof label === 'string' ? `${tool.name}:${label}` : tool.name;
}

/** What tells a call at the provider. */
export interface Called {
  readonly id?: string | undefined;
  readonly name: string;
  readonly providerData?: Dict | undefined;
}

/** What the provider itself calls the kind of such a call, or of what it asks or lists. */
export function kindOf({ name, providerData }: Called): unknown {
  return providerData?.['type'] ?? name;
}

/** The id of such a call: the provider's own where the SDK has kept it. */
export function idOf({ id = '', providerData }: Called): string {
  const own: unknown = providerData?.['id'];
  return typeof own === 'string' ? own : id;
}

/**
 * The name of such a call: that of the tool it is of, which items tell by its kind. A call at an MCP server has the name
 * of the server's own tool.
 */
export function calledName(item: Called, tools: Iterable<NativeTool>): string {
  const own: unknown = item.providerData?.['name'];
  if (typeof own === 'string') return own;
  const kind = String(kindOf(item)).replace(/_call$/, '');
  for (const tool of tools) {
    const { type: offered = tool.name } = dataOf(tool);
    // A preview of a tool answers with calls of the tool itself.
    if (tool.type === 'hosted_tool' && String(offered).replace(/_preview.*$/, '') === kind)
      return hostedName(tool);
  }
  return kind;
}

function dataOf(tool: NativeTool | OfferedTool): Dict {
  const { providerData } = tool as { readonly providerData?: Dict };
  return tool.type === 'hosted_tool' ? (providerData ?? {}) : {};
}
