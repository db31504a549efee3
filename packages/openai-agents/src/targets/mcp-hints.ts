import { isDict, omitUndefined } from '@interpose/adapter-kit';
import type { ToolAnnotations } from '@interpose/core';
import { setHidden } from './layers.ts';

/** The members of an MCP server by which the SDK lists its tools. */
interface ListingServer {
  readonly name: string;
  readonly listTools: () => Promise<readonly unknown[]>;
}

/** The behaviour hints of tools, by name. A tool without hints is in the map too, with undefined. */
type Hints = ReadonlyMap<string, ToolAnnotations | undefined>;

/** The hints that each server sent with its last list of tools, by the server's own names for the tools. */
const listed = new WeakMap<object, Hints>();
const watched = new WeakSet<object>();

/** Remembers the hints each time this server lists its tools: the SDK drops them when it makes tools of the list. */
export function watchListings(server: object): void {
  if (watched.has(server)) return;
  watched.add(server);
  const { listTools } = server as ListingServer;
  setHidden(server, 'listTools', async function list(this: ListingServer, ...given: []) {
    const tools = await listTools.apply(this, given);
    listed.set(server, hintsIn(tools));
    return tools;
  });
}

/** Returns the hints in a tool list of an MCP server, by name. */
export function hintsIn(tools: unknown): Hints {
  const hints = new Map<string, ToolAnnotations | undefined>();
  for (const tool of Array.isArray(tools) ? (tools as readonly unknown[]) : []) {
    if (!isDict(tool) || typeof tool['name'] !== 'string') continue;
    const { annotations } = tool;
    hints.set(tool['name'], isDict(annotations) ? Object.freeze({ ...annotations }) : undefined);
  }
  return hints;
}

/** The server of a tool, and the hints that it sent. */
export interface McpFacts {
  readonly server: string;
  readonly annotations?: ToolAnnotations;
}

/**
 * Returns the servers' hints by the names that the SDK gives to the tools. Two tools with the same name get no hints:
 * the SDK does not tell which of them is meant.
 */
export async function hintsOf(
  servers: readonly object[],
  prefixed: boolean,
): Promise<ReadonlyMap<string, McpFacts | undefined>> {
  const hints = new Map<string, McpFacts | undefined>();
  for (const server of servers as readonly ListingServer[]) {
    // If the SDK has a cached list that is older than the hooks, the server is asked here.
    if (!listed.has(server)) await server.listTools().catch(() => undefined);
    for (const [own, annotations] of listed.get(server) ?? []) {
      const name = toolName(own, prefixed ? server.name : undefined);
      const facts = { server: server.name, ...omitUndefined({ annotations }) };
      hints.set(name, hints.has(name) ? undefined : facts);
    }
  }
  return hints;
}

/** Returns the SDK's name for a tool of a server. A name that the SDK shortens is not found, and has no hints. */
function toolName(own: string, server: string | undefined): string {
  const name = server === undefined ? own : `mcp_${safe(server)}__${safe(own)}`;
  return name.replaceAll(/[^a-zA-Z0-9]/g, '_');
}

function safe(name: string): string {
  return name.replaceAll(/[^\w-]/gu, '_').replaceAll(/^[_-]+|[_-]+$/g, '');
}
