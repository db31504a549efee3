import { deepFreeze } from '../context/freeze.ts';
import { andThen } from '../maybe-promise.ts';
import type { ChatEnding } from '../contract/adapter/chat.ts';
import type { MaybePromise } from '../contract/hooks/store.ts';
import { InterposeError } from '../errors/interpose-error.ts';
import { notifyEvent, reportHookError } from '../records/tell-observers.ts';
import { msSinceLoad } from '../sessions/session.ts';
import { runtimeOf } from './runtime-of.ts';
import { RunningChat } from './running-chat.ts';

/** Reports the end of a chat that was opened here, and ends the session if it was made for this chat. */
export function endChat(chat: RunningChat, ending: ChatEnding): MaybePromise<void> {
  const { session } = chat;
  const { openChats, sessions } = runtimeOf(chat.hooks);
  openChats.delete(chat);
  session.openChats--;
  // A session that was made for its chat ends with the chat and is never idle.
  if (session.life !== 'chat') session.lastSeenAt = msSinceLoad();
  if (chat.parentChatId === undefined) {
    if (chat.registry.family.hadChat !== true) tellEmpty(chat);
    chat.registry.family.chatEnded?.(chat);
  }
  const told = chat.startedAt === undefined ? undefined : tellEnding(chat, ending, chat.startedAt);
  if (session.openChats === 0 && session.life !== 'chat') session.lastChat = trailOf(chat);
  if (session.madeFor !== chat) return told;
  return andThen(told, () => sessions.end(session, 'chat'));
}

/** Reports, after the first chat, hooks that nothing was added to: the app has probably made two. */
function tellEmpty(chat: RunningChat): void {
  const { family, listens } = chat.registry;
  family.hadChat = true;
  if (listens || family.removals > 0 || family.tracer !== undefined) return;
  const error = new InterposeError(
    'no_policies',
    'nothing was added to these hooks, so no step is checked',
    'give withHooks the hooks that have your policies; createHooks makes new ones each time',
  );
  reportHookError(chat, 'createHooks', 'onChatDone', error, error.code);
}

/** Returns the source of a session's events after its chat has ended. It holds no message, so it may stay long. */
function trailOf(chat: RunningChat): RunningChat {
  const { owner, session, agent, host, user, trace } = chat;
  const options = { agent, host, user, trace };
  const trail = new RunningChat({ owner, session, options });
  trail.nestIn(chat.id);
  return trail;
}

/** Reports the ending of a chat. Without a listener, the payload is not even built. */
function tellEnding(chat: RunningChat, ending: ChatEnding, startedAt: number): MaybePromise<void> {
  const event = ENDINGS[ending.kind];
  if (!chat.registry.slot(event).active) return undefined;
  const durationMs = msSinceLoad() - startedAt;
  if (ending.kind === 'abort')
    return notifyEvent(chat, event, { durationMs, reason: ending.reason });
  if (ending.kind === 'error') return notifyEvent(chat, event, { durationMs, error: ending.error });
  const { reason, response = reason === 'completed' ? chat.calls.answer : undefined } = ending;
  if (chat.registry.settings.strict) deepFreeze(response);
  const answer = response === undefined ? undefined : { response };
  return notifyEvent(chat, event, { durationMs, reason, ...answer });
}

const ENDINGS = { done: 'onChatDone', abort: 'onChatAbort', error: 'onChatError' } as const;
