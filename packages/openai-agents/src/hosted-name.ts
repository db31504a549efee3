import type { Dict } from '@interpose/core';
import type { OfferedTool } from './native.ts';

/** The name under which policies know a tool that the provider runs: an MCP server's has its label. */
export function hostedName(tool: OfferedTool): string {
  if (tool.type !== 'hosted_tool') return tool.name;
  const label = (tool.providerData as Dict | undefined)?.['server_label'];
  return typeof label === 'string' ? `${tool.name}:${label}` : tool.name;
}
