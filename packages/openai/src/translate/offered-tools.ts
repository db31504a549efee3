import { KnownMessages, omitUndefined } from '@interpose/adapter-kit';
import type { ModelRequest, ToolSpec } from '@interpose/core';
import { isDict, type Body, type Copy } from './native.ts';
import { toolOrigins } from './origins.ts';

/** A tool of a request, and who runs it. */
export interface OfferedTool {
  readonly name: string;
  readonly origin: 'local' | 'provider' | 'mcp';
  readonly description: string | undefined;
  readonly inputSchema: unknown;
  readonly native: Body;
}

/** The tools that a request offers as policies see them, where it speaks of tools; each remembers its native one. */
export function toolSpecs(
  body: Body,
  offeredTools: (body: Body) => readonly OfferedTool[],
  copy: Copy,
  known: KnownMessages = new KnownMessages(),
): Pick<ModelRequest, 'tools'> | undefined {
  if (body['tools'] === undefined) return undefined;
  const read = ({ name, origin, description, inputSchema, native }: OfferedTool): ToolSpec => {
    const said = omitUndefined({ description, inputSchema: copy(inputSchema) });
    return Object.freeze(toolOrigins.remember({ name, origin, ...said }, native));
  };
  return { tools: known.readTools(offeredTools(body), { read, seen }) };
}

/** Where a tool comes from, and its name, the body does not always say. */
function seen({ name, origin, native }: OfferedTool): unknown {
  return [name, origin, native];
}

/**
 * The same request with these tools on offer; without any, nothing that speaks of tools is sent. A choice stays as
 * long as one of the tools is one that it `names`.
 */
export function offering(
  body: Body,
  tools: readonly Body[],
  names: (choice: Body, tool: Body) => boolean,
): Body {
  const { tools: _tools, tool_choice: choice, parallel_tool_calls: parallel, ...rest } = body;
  if (tools.length === 0) return rest;
  const chooses = isDict(choice) ? tools.some((tool) => names(choice, tool)) : choice !== undefined;
  return {
    ...rest,
    tools,
    ...(chooses ? { tool_choice: choice } : undefined),
    ...(parallel === undefined ? undefined : { parallel_tool_calls: parallel }),
  };
}
