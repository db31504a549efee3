import { isDict } from '@interpose/adapter-kit';
import type { ToolAnnotations } from '@interpose/core';
import { setHidden } from './layers.ts';

/** An MCP server as the SDK asks it for its tools. */
interface ListingServer {
  readonly name: string;
  readonly listTools: () => Promise<readonly unknown[]>;
}

/** What tools tell of how they behave, by name; one that tells nothing stands there all the same. */
type Hints = ReadonlyMap<string, ToolAnnotations | undefined>;

/** What each server told of its tools when it was last asked, by the server's own names for them. */
const listed = new WeakMap<object, Hints>();
const watched = new WeakSet<object>();

/** Remembers, each time this server lists its tools, what it tells of how they behave: the SDK makes tools without it. */
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

/** What a list of an MCP server tells of the behaviour of its tools, by name. */
export function hintsIn(tools: unknown): Hints {
  const hints = new Map<string, ToolAnnotations | undefined>();
  for (const tool of Array.isArray(tools) ? (tools as readonly unknown[]) : []) {
    if (!isDict(tool) || typeof tool['name'] !== 'string') continue;
    const { annotations } = tool;
    hints.set(tool['name'], isDict(annotations) ? Object.freeze({ ...annotations }) : undefined);
  }
  return hints;
}

/**
 * The hints of the servers' tools by the names the SDK gives them. Two tools that would share a name get none: which
 * of them is meant, the SDK tells nobody.
 */
export async function hintsOf(servers: readonly object[], prefixed: boolean): Promise<Hints> {
  const hints = new Map<string, ToolAnnotations | undefined>();
  for (const server of servers as readonly ListingServer[]) {
    // The SDK has a cache of its own, which may be older than the hooks.
    if (!listed.has(server)) await server.listTools().catch(() => undefined);
    for (const [own, annotations] of listed.get(server) ?? []) {
      const name = toolName(own, prefixed ? server.name : undefined);
      hints.set(name, hints.has(name) ? undefined : annotations);
    }
  }
  return hints;
}

/** As the SDK names a tool of a server; a name that it shortens is not found, and has no hints. */
function toolName(own: string, server: string | undefined): string {
  const name = server === undefined ? own : `mcp_${safe(server)}__${safe(own)}`;
  return name.replaceAll(/[^a-zA-Z0-9]/g, '_');
}

function safe(name: string): string {
  return name.replaceAll(/[^\w-]/gu, '_').replaceAll(/^[_-]+|[_-]+$/g, '');
}
