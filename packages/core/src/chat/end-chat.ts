import { deepFreeze } from '../context/freeze.ts';
import { andThen } from '../maybe-promise.ts';
import type { ChatEnding } from '../contract/adapter/chat.ts';
import type { MaybePromise } from '../contract/hooks/store.ts';
import { notifyEvent } from '../records/tell-observers.ts';
import { runtimeOf } from './runtime-of.ts';
import type { RunningChat } from './running-chat.ts';

/** Tells of the end of a chat that was opened here, and ends the session that was made for it. */
export function endChat(chat: RunningChat, ending: ChatEnding): MaybePromise<void> {
  const { session } = chat;
  const { openChats, sessions } = runtimeOf(chat.hooks);
  openChats.delete(chat);
  session.openChats--;
  session.lastSeenAt = Date.now();
  if (chat.parentChatId === undefined) chat.registry.family.chatEnded?.(chat);
  const told = chat.started ? notifyEvent(chat, ...endingEvent(chat, ending)) : undefined;
  if (session.madeFor !== chat) return told;
  return andThen(told, () => sessions.end(session.id, 'chat'));
}

function endingEvent(chat: RunningChat, ending: ChatEnding): [string, Record<string, unknown>] {
  const durationMs = Date.now() - chat.startedAt;
  if (ending.kind === 'abort') return ['onChatAbort', { durationMs, reason: ending.reason }];
  if (ending.kind === 'error') return ['onChatError', { durationMs, error: ending.error }];
  const response = ending.response ?? (ending.reason === 'completed' ? chat.answer : undefined);
  if (chat.registry.settings.strict) deepFreeze(response);
  return [
    'onChatDone',
    { durationMs, reason: ending.reason, ...(response === undefined ? {} : { response }) },
  ];
}
