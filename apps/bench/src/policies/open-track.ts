import { createHooks, type Hooks, type Policy } from '@interpose/core';
import { openChat, type Chat } from '@interpose/core/adapter';

/** A registry with one policy, and a chat to ask it about. */
export interface Track {
  readonly hooks: Hooks;
  readonly chat: Chat;
}

/** Opens a chat of a known user with one policy, whose asks are granted at once. */
export async function openTrack(policy: Policy): Promise<Track> {
  const hooks = createHooks({
    policies: [policy],
    strict: false,
    approver: () => ({ approved: true }),
  });
  await hooks.ready();
  const chat = await openChat(hooks, {
    host: { framework: 'bench', version: '1' },
    agent: { id: 'agent' },
    user: { id: 'ada', organisation: 'shop' },
  });
  return { hooks, chat };
}
