import type { ChatOptions } from '../contract/adapter/chat.ts';
import type { DispatchOptions } from '../contract/hooks/hooks.ts';
import type { SessionOptions } from '../contract/hooks/session.ts';
import { ambient } from '../sessions/ambient.ts';
import { sourceOf } from '../context/context-state.ts';
import { EventContext } from '../context/event-context.ts';
import { checkOptions } from '../errors/check-options.ts';
import { invalidOption } from '../errors/interpose-error.ts';
import { checkSignal } from '../registry/registration.ts';
import { checkSession } from './run-in-session.ts';
import { APP, type HooksRuntime } from './hooks-runtime.ts';
import { RunningChat } from './running-chat.ts';

/** Throws for options of a dispatch that nothing would read. */
export function checkDispatch(options: DispatchOptions): void {
  checkOptions('a dispatch', options, ['session', 'signal', 'within', 'chatId']);
  const { session, signal, within, chatId } = options;
  checkSession(session);
  if (within !== undefined && !(within instanceof EventContext))
    throw invalidOption(
      'within is not the context of a hook',
      'pass the context that the hook got',
    );
  if (signal !== undefined) checkSignal(signal);
  if (chatId !== undefined && typeof chatId !== 'string')
    throw invalidOption('chatId is not a string', 'pass the id of a chat');
}

/** Returns the source of an app's own dispatch: the chat of the hook, the ambient chat, or a new chat. */
export function sourceFor(runtime: HooksRuntime, options: DispatchOptions = {}): RunningChat {
  checkDispatch(options);
  const { session: named, signal, within, chatId } = options;
  if (within instanceof EventContext)
    return inside(runtime, sourceOf(within) as RunningChat, within.depth, signal);
  const chat = ambient()?.chat;
  const isOurs = chat instanceof RunningChat && chat.hooks === runtime.hooks && !chat.ended;
  if (isOurs && named === undefined && chatId === undefined) return chat;
  const source = ownSource(runtime, named, signal === undefined ? APP : { ...APP, signal });
  if (chatId !== undefined) source.nestIn(chatId);
  return source;
}

function ownSource(
  runtime: HooksRuntime,
  named: SessionOptions | undefined,
  given: ChatOptions,
): RunningChat {
  const chosen = named ?? ambient()?.session;
  if (chosen?.id === undefined)
    return runtime.chatIn(runtime.sessions.transient(), given, chosen?.user);
  const { session, isNew } = runtime.sessions.open({ session: named });
  const source = runtime.chatIn(session, given, chosen.user);
  if (isNew) void runtime.sessionStarted(session, source);
  return source;
}

function inside(
  runtime: HooksRuntime,
  outer: RunningChat,
  depth: number,
  signal: AbortSignal | undefined,
): RunningChat {
  const { agent, host, user, trace } = outer;
  const source = runtime.chatIn(outer.session, {
    agent,
    host,
    ...(user === undefined ? {} : { user }),
    ...(trace === undefined ? {} : { trace }),
    signal: signal ?? outer.signal,
  });
  source.nestIn(outer.id, depth + 1);
  return source;
}
