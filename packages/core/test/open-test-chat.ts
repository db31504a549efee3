import { openChat, type Chat, type ChatOptions } from '../src/adapter.ts';
import type { Hooks } from '../src/index.ts';

/** Opens a chat as an adapter of a framework called `test` would. */
export async function openTestChat(
  hooks: Hooks,
  options: Partial<ChatOptions> = {},
): Promise<Chat> {
  return openChat(hooks, {
    host: { framework: 'test', version: '1.0.0' },
    agent: { id: 'agent', name: 'Agent' },
    ...options,
  });
}

/** Ends a chat the way most end. */
export async function completeChat(chat: Chat): Promise<void> {
  await chat.end({ kind: 'done', reason: 'completed' });
}
