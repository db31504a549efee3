import type { Hooks } from '@interpose/core';

/** How many chats began, and how many ended. */
export function countChats(hooks: Hooks): { begun: number; ended: number } {
  const counts = { begun: 0, ended: 0 };
  hooks.observe('onChatStart', () => void (counts.begun += 1));
  for (const event of ['onChatDone', 'onChatAbort', 'onChatError'] as const)
    hooks.observe(event, () => void (counts.ended += 1));
  return counts;
}
