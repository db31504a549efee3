import type { Tool, ToolAnnotations, ToolCall } from '@interpose/core';
import { gateToolCall, type Chat } from '@interpose/core/adapter';
import { hostedName, isHosted } from './hosted-name.ts';
import type { OfferedTool } from './native.ts';
import type { RunLayer } from './run-layer.ts';

/**
 * The names of the tools on offer that the provider would run although a policy does not simply allow them.
 * The provider runs them out of reach, so the gate is asked before they are offered, once per chat.
 */
export async function deniedHostedTools(
  layer: RunLayer,
  tools: readonly OfferedTool[],
): Promise<readonly string[]> {
  const offered = tools.filter(isHosted);
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
export function hostedTool(name: string, chat: Chat, annotations?: ToolAnnotations): Tool {
  const scope = chat.hooks.scopes.scopeOf(name);
  return {
    name,
    origin: 'provider',
    known: true,
    enabled: chat.hooks.scopes.isEnabled(name),
    ...(annotations === undefined ? undefined : { annotations }),
    ...(scope === undefined ? undefined : { scope }),
  };
}
