import type { Chat, ChatOptions } from '../contract/adapter/chat.ts';
import { runtimeOf } from './runtime-of.ts';
import { runningChat } from './running-chat.ts';

/**
 * Returns a chat in which hooks can be asked about what a host still stores after an abort: the same id, session, agent
 * and user, but no signal. A chat that was not aborted is returned as it is.
 *
 * @example
 * const writing = pastAbort(chat, {});
 * await writing.dispatch('preMemoryStore', { memory: [{ content: 'likes tea' }] }); // => { decision: 'allow' }
 * @throws InterposeError `hooks_closed` after `hooks.close()`.
 */
export function pastAbort(chat: Chat, can: ChatOptions['can']): Chat {
  const outer = runningChat(chat);
  if (!outer.aborted) return chat;
  const { agent, host, user, trace, session } = outer;
  const made = runtimeOf(outer.hooks).chatIn(session, { agent, host, user, trace, can });
  made.nestIn(outer.id);
  made.denied = outer.denied;
  return made;
}
