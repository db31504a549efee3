import type { Tool } from '@interpose/core';
import { describeTool, isDict } from '@interpose/adapter-kit';
import type { ChatRun } from '../run/host-run.ts';
import type { NativeTool } from '../translate/native.ts';
import type { ToolFacts } from '../translate/request-to-contract.ts';

/** Marks a tool that stands for an agent. */
export const AGENT: unique symbol = Symbol.for('interpose.agent') as never;

/** Where the tool comes from, and the behaviour hints of the protocol wherever an MCP client put them. */
export function factsOf(tool: NativeTool | undefined): ToolFacts | undefined {
  if (tool === undefined) return undefined;
  const annotations = tool.metadata?.['annotations'];
  return { origin: originOf(tool), ...(isDict(annotations) ? { annotations } : undefined) };
}

function originOf(tool: NativeTool): Tool['origin'] {
  if (tool[AGENT] === true) return 'agent';
  // The MCP adapters of LangChain name their tools' client functions so, and give them the server's hints.
  const { metadata, responseFormat } = tool;
  const isFromMcp =
    metadata !== undefined &&
    'annotations' in metadata &&
    responseFormat === 'content_and_artifact';
  return isFromMcp ? 'mcp' : 'local';
}

/** The tool as policies see it; a component that a policy denied is not there. */
export function toolFor(name: string, tool: NativeTool | undefined, run: ChatRun): Tool {
  const present = run.notes.absent.has(name) ? undefined : tool;
  const known = present && { ...factsOf(present), description: present.description };
  return describeTool(name, known, run.hooks);
}
