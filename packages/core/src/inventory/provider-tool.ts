import type { Chat } from '../contract/adapter/chat.ts';
import type { Tool, ToolAnnotations } from '../contract/values/index.ts';

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
