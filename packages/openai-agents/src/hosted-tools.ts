import type { Dict, Tool, ToolCall } from '@interpose/core';
import { gateToolCall, type Chat } from '@interpose/core/adapter';
import type { AgentRun } from './agent-run.ts';
import { isDict, parseArguments } from './dict.ts';
import { hostedName } from './hosted-name.ts';
import type { NativeOutputItem, OfferedTool } from './native.ts';
import type { RunLayer } from './run-layer.ts';

/**
 * The names of the tools on offer that the provider would run although a policy does not simply allow them.
 * The provider runs them out of reach, so the gate is asked before they are offered, once per chat.
 */
export async function deniedHostedTools(
  layer: RunLayer,
  tools: readonly OfferedTool[],
): Promise<readonly string[]> {
  const offered = tools.filter(({ type }) => type === 'hosted_tool');
  if (offered.length === 0 || !layer.chat.intercepts('preToolCall')) return [];
  const denied: string[] = [];
  for (const name of offered.map(hostedName)) {
    let allowed = layer.hosted.get(name);
    if (allowed === undefined)
      layer.hosted.set(name, (allowed = await isAllowed(layer.chat, name)));
    if (!allowed) denied.push(name);
  }
  return denied;
}

async function isAllowed(chat: Chat, name: string): Promise<boolean> {
  const call: ToolCall = { id: `offer-${name}`, name, args: {} };
  const verdict = await gateToolCall(chat, { call, tool: hostedTool(name, chat), run: neverRun });
  return verdict.kind === 'run' && verdict.call === call;
}

function neverRun(): never {
  throw new TypeError('a tool of the provider was run by the app');
}

/** A tool that the provider runs, as policies see it. */
export function hostedTool(name: string, chat: Chat): Tool {
  const scope = chat.hooks.scopes.scopeOf(name);
  return {
    name,
    origin: 'provider',
    known: true,
    enabled: chat.hooks.scopes.isEnabled(name),
    ...(scope === undefined ? undefined : { scope }),
  };
}

/** What an answer tells of a call at the provider. */
export interface HostedItem {
  readonly id?: string | undefined;
  readonly name: string;
  readonly arguments?: string | undefined;
  readonly output?: string | undefined;
  readonly providerData?: Dict | undefined;
}

/** A call at the provider, as policies see it: an MCP server's tool has its own name. */
export function readHostedCall({ id, name, arguments: text, providerData }: HostedItem): ToolCall {
  const { id: providerId, name: ownName, arguments: given } = providerData ?? {};
  const written = text ?? given;
  return {
    id: typeof providerId === 'string' ? providerId : (id ?? ''),
    name: typeof ownName === 'string' ? ownName : name,
    args: typeof written === 'string' ? parseArguments(written) : isDict(written) ? written : {},
  };
}

/** Shows the hooks what the provider ran. It is over: whatever they say is recorded and cannot hold. */
export async function reportHostedCalls(
  { layers }: AgentRun,
  output: readonly NativeOutputItem[],
): Promise<void> {
  for (const item of output) {
    if (item.type !== 'hosted_tool_call' || isProtocol(item)) continue;
    for (const { chat, copy } of layers) {
      if (!chat.listens('preToolCall', 'onToolCallResult')) continue;
      const call = copy(readHostedCall(item));
      const tool = hostedTool(call.name, chat);
      await chat.dispatch('preToolCall', { call, tool }, item);
      const ending = { call, originalCall: call, tool, durationMs: 0, synthetic: false };
      await chat.dispatch('onToolCallResult', { ...ending, result: copy(item.output) }, item);
    }
  }
}

/** True for what an MCP server at the provider lists or asks, which is no call of a tool. */
function isProtocol({ name, providerData }: HostedItem): boolean {
  const kind = providerData?.['type'] ?? name;
  return typeof kind === 'string' && kind.startsWith('mcp_') && kind !== 'mcp_call';
}
