import { isDict, omitUndefined, replaceMember } from '@interpose/adapter-kit';
import { withHooks as hookTransport, type McpTransport } from '@interpose/mcp';
import { addLayer, layersOf, setHidden, type Layer } from './layers.ts';

/** The client inside an MCP server of the SDK, which creates its transport when it connects. */
interface Underlying {
  transport?: unknown;
  createStreamableHttpTransport?: (...given: readonly unknown[]) => unknown;
  /** True once its transport passes the hooks that are on it, whichever copy of this package has seen to that. */
  [WATCHED]?: boolean;
}

const WATCHED: unique symbol = Symbol.for('interpose.openai-agents.watched') as never;

/**
 * Puts the hooks around every message of an MCP server. The SDK's servers (stdio, SSE, streamable HTTP) create their
 * transport when they connect, so hook them before. The same hooks twice count once.
 */
export function hookMcpServer(server: object, layer: Layer): void {
  const underlying = underlyingOf(server);
  if (underlying === undefined) return;
  addLayer(underlying, layer);
  if (underlying[WATCHED] === true || isConnected(underlying)) return;
  setHidden(underlying, WATCHED, true);
  watch(server, underlying);
}

/** Whether the messages of this server pass hooks, or can still be hooked because it is not connected. */
export function passesHooks(server: object): boolean {
  const underlying = underlyingOf(server);
  return underlying !== undefined && (underlying[WATCHED] === true || !isConnected(underlying));
}

function underlyingOf(server: object): Underlying | undefined {
  const { underlying } = server as { readonly underlying?: unknown };
  return isDict(underlying) && 'transport' in underlying ? underlying : undefined;
}

function isConnected({ transport }: Underlying): boolean {
  return transport !== null && transport !== undefined;
}

function watch(server: object, underlying: Underlying): void {
  const through = (transport: unknown): unknown =>
    layersOf(underlying).reduceRight((inner, layer) => hooked(server, inner, layer), transport);
  replaceMember(underlying, 'transport', through);
  const make = underlying.createStreamableHttpTransport;
  if (make === undefined) return;
  setHidden(underlying, 'createStreamableHttpTransport', (...given: readonly unknown[]) =>
    through(Reflect.apply(make, underlying, given)),
  );
}

function hooked(owner: object, transport: unknown, { hooks, options }: Layer): unknown {
  if (!isDict(transport)) return transport;
  const { session, user, trace, require } = options;
  const { name: server } = owner as { readonly name?: string };
  const told = omitUndefined({ server, session, user, trace, require });
  return hookTransport(transport as object as McpTransport, hooks, told);
}
