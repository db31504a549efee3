import type { Hooks } from '@interpose/core';
import { openChat, type Chat, type ChatOptions } from '@interpose/core/adapter';

/** A chat as an adapter would open it. */
export async function openTestChat(
  hooks: Hooks,
  options: Partial<ChatOptions> = {},
): Promise<Chat> {
  const host = { framework: 'test-sdk', version: '1.0.0' };
  return openChat(hooks, { host, agent: { id: 'agent' }, ...options });
}
