import type { Chat } from '../contract/adapter/chat.ts';
import type { Tool, ToolAnnotations, ToolCall } from '../contract/values/index.ts';
import { runningChat } from '../chat/running-chat.ts';
import { gateToolCall } from '../cycles/tool/gate-tool-call.ts';

/**
 * The names among these that the provider would run although a policy does not simply allow them. The provider runs them
 * out of reach, so the gate is asked before they are offered; `known` holds what it has said, and is added to.
 *
 * @example
 * hooks.addHook('preToolCall', ({ call }) => (call.name === 'web_search' ? deny('offline') : undefined));
 * await deniedOffers(chat, new Map(), ['web_search', 'file_search']); // => ['web_search']
 */
export async function deniedOffers(
  chat: Chat,
  known: Map<string, boolean>,
  names: readonly string[],
): Promise<readonly string[]> {
  // The gates of a chat whose start was denied say no to everything, which holds for no other chat.
  if (runningChat(chat).startDenied !== undefined) return names;
  const denied: string[] = [];
  for (const name of names) {
    let allowed = known.get(name);
    if (allowed === undefined) known.set(name, (allowed = await isAllowed(chat, name)));
    if (!allowed) denied.push(name);
  }
  return denied;
}

async function isAllowed(chat: Chat, name: string): Promise<boolean> {
  const call: ToolCall = { id: `offer-${name}`, name, args: {} };
  const verdict = await gateToolCall(chat, { call, tool: providerTool(chat, name), run: neverRun });
  return verdict.kind === 'run' && verdict.call === call;
}

function neverRun(): never {
  throw new TypeError('a tool of the provider was run by the app');
}

/**
 * A tool that the provider runs, as policies see it.
 *
 * @example
 * providerTool(chat, 'web_search').origin; // => 'provider'
 */
export function providerTool(chat: Chat, name: string, annotations?: ToolAnnotations): Tool {
  const { scopes } = chat.hooks;
  const scope = scopes.scopeOf(name);
  return {
    name,
    origin: 'provider',
    known: true,
    enabled: scopes.isEnabled(name),
    ...(annotations === undefined ? undefined : { annotations }),
    ...(scope === undefined ? undefined : { scope }),
  };
}
