import type { Tool } from '@interpose/core';
import { describeTool, isDict } from '@interpose/adapter-kit';
import type { ChatRun } from '../run/host-run.ts';
import type { NativeTool } from '../translate/native.ts';
import type { ToolFacts } from '../translate/request-to-contract.ts';

/** The key that marks a tool as standing for an agent. */
export const AGENT: unique symbol = Symbol.for('interpose.agent') as never;

/** Returns the origin of the tool, and the behaviour hints of MCP if an MCP client put them into its metadata. */
export function factsOf(tool: NativeTool | undefined): ToolFacts | undefined {
  if (tool === undefined) return undefined;
  const annotations = tool.metadata?.['annotations'];
  return { origin: originOf(tool), ...(isDict(annotations) ? { annotations } : undefined) };
}

function originOf(tool: NativeTool): Tool['origin'] {
  if (tool[AGENT] === true) return 'agent';
  // The MCP adapters of LangChain make tools with this response format and with the server's hints.
  const { metadata, responseFormat } = tool;
  const isFromMcp =
    metadata !== undefined &&
    'annotations' in metadata &&
    responseFormat === 'content_and_artifact';
  return isFromMcp ? 'mcp' : 'local';
}

/** Returns the tool as policies see it. A component that a policy denied counts as unknown. */
export function toolFor(name: string, tool: NativeTool | undefined, run: ChatRun): Tool {
  const present = run.remembered?.absent.has(name) ? undefined : tool;
  const known = present && { ...factsOf(present), description: present.description };
  return describeTool(name, known, run.hooks);
}
