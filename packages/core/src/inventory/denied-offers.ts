import type { Chat } from '../contract/adapter/chat.ts';
import type { Tool, ToolAnnotations, ToolCall } from '../contract/values/index.ts';
import { runningChat } from '../chat/running-chat.ts';
import { gateToolCall } from '../cycles/tool/gate-tool-call.ts';

/**
 * Returns the names that the provider would run although the policies do not simply allow them. No hook reaches the
 * provider, so the gate is asked before the tools are offered. `known` keeps the answers of the gate and gets new ones.
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
  // If the start of a chat was denied, its gates deny everything. That must not count for other chats.
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
  const verdict = await gateToolCall(chat, { call, tool: providerTool(chat, name) });
  return verdict.kind === 'run' && verdict.call === call;
}

/**
 * Returns a tool that the provider runs, as policies see it.
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
