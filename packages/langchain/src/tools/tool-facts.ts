import type { Hooks, Tool, ToolAnnotations } from '@interpose/core';
import { describeTool, isDict } from '@interpose/adapter-kit';
import type { NativeTool } from '../translate/native.ts';
import type { ToolFacts } from '../translate/request-to-contract.ts';

/** Marks a tool that stands for an agent. */
export const AGENT: unique symbol = Symbol.for('interpose.agent') as never;

/** Where MCP servers tell how a tool behaves: the hints of the protocol, wherever the client put them. */
function annotationsIn(tool: NativeTool | undefined): ToolAnnotations | undefined {
  const annotations = tool?.metadata?.['annotations'];
  return isDict(annotations) ? annotations : undefined;
}

/** The behaviour hints an MCP server gave, and where the tool comes from. */
export function factsOf(tool: NativeTool | undefined): ToolFacts | undefined {
  if (tool === undefined) return undefined;
  const annotations = annotationsIn(tool);
  return {
    origin: originOf(tool),
    ...(annotations === undefined ? undefined : { annotations }),
  };
}

function originOf(tool: NativeTool): Tool['origin'] {
  if (tool[AGENT] === true) return 'agent';
  return isFromMcp(tool) ? 'mcp' : 'local';
}

/** The MCP adapters of LangChain name their tools' client functions so, and give them the server's hints. */
function isFromMcp({ metadata, responseFormat }: NativeTool): boolean {
  return (
    metadata !== undefined && 'annotations' in metadata && responseFormat === 'content_and_artifact'
  );
}

/** The tool as policies see it. */
export function toolFor(name: string, tool: NativeTool | undefined, hooks: Hooks): Tool {
  const known = tool && { ...factsOf(tool), description: tool.description };
  return describeTool(name, known, hooks);
}
