import type { Chat, ChatOptions, SuspendedChat } from '../contract/adapter/chat.ts';
import type { Denial } from '../contract/decisions/outcome.ts';
import type { Hooks } from '../contract/hooks/hooks.ts';
import type { MaybePromise } from '../contract/hooks/store.ts';
import type { Trigger } from '../contract/values/component.ts';
import { msSinceLoad, type Session } from '../sessions/session.ts';
import { findSuspended as findInStore, suspension } from '../approvals/suspension.ts';
import { speakerOf } from '../sessions/ambient.ts';
import { followSignal } from '../context/follow-signal.ts';
import { deepFreeze } from '../context/freeze.ts';
import { endChat } from './end-chat.ts';
import type { HooksRuntime } from './hooks-runtime.ts';
import { runtimeOf } from './runtime-of.ts';
import { notifyEvent } from '../records/tell-observers.ts';
import { refusal } from '../context/refusal.ts';
import { HookFailure } from '../gate/call-hook.ts';
import { deadlineAfter, unwatch, watch, type Watched } from '../gate/hook-deadlines.ts';
import { asItIs, passGate } from '../gate/run-gate.ts';
import { RunningChat } from './running-chat.ts';

/**
 * Opens the chat of one call of the outermost hooked target. It fires onSessionStart the first time a session is seen,
 * gates the trigger if there is one, and then fires onChatStart. If an observer of these throws, the error is rethrown,
 * and a chat that has started ends with onChatError.
 *
 * @example
 * const support = await openChat(hooks, { host: { framework: 'my-sdk', version: '1.0.0' }, agent: { id: 'support' } });
 * await support.end({ kind: 'done', reason: 'completed' });
 * @returns the chat itself if no hook or observer hears of its start, else a promise.
 * @throws InterposeError `hooks_closed`, as a rejection, after `hooks.close()`, also if it was called before the chat starts.
 */
export function openChat(hooks: Hooks, options: ChatOptions): MaybePromise<Chat> {
  try {
    // Code that a chat left behind, such as a timer, goes on after it: its calls belong to no chat.
    if (options.parent?.ended === true) return openChat(hooks, { ...options, parent: undefined });
    const runtime = runtimeOf(hooks);
    runtime.checkOpen();
    const parent = parentOf(runtime, options);
    const { session, isNew } =
      parent === undefined
        ? runtime.sessions.open(options)
        : { session: parent.session, isNew: false };
    // `sessions.open` sets this for sessions that it opens.
    if (parent !== undefined) session.lastSeenAt = msSinceLoad();
    const isShared = parent === undefined && !isNew;
    const speaker = isShared ? speakerOf(options.session, options.hostSession) : undefined;
    const chat = runtime.chatIn(session, options, speaker, OPENING);
    occupy(session, chat);
    runtime.openChats.add(chat);
    if (
      chat.ended ||
      options.trigger !== undefined ||
      chat.listens('onSessionStart', 'onChatStart')
    )
      return startChat(chat, options, isNew ? runtime : undefined);
    chat.startedAt = session.lastSeenAt;
    return chat;
  } catch (error) {
    return Promise.reject(error);
  }
}

/** Tells hooks and observers of the start. `first` is the runtime if the session is new. */
async function startChat(
  chat: RunningChat,
  options: ChatOptions,
  first: HooksRuntime | undefined,
): Promise<Chat> {
  const { session } = chat;
  try {
    await first?.sessionStarted(session, chat);
    if (options.trigger !== undefined) await admitTrigger(chat, options.trigger);
    if (chat.ended) throw chat.abortReason;
    chat.startedAt = session.lastSeenAt;
    if (chat.listens('onChatStart')) {
      const resumes = options.resumes === undefined ? {} : { resumes: options.resumes.chatId };
      const messages = options.messages?.() ?? [];
      if (chat.registry.settings.strict) deepFreeze(messages);
      await notifyEvent(chat, 'onChatStart', { messages, ...resumes });
      chat.trace = chat.registry.family.tracer?.trace(chat.id) ?? chat.trace;
    }
    if (chat.starting !== undefined) await settleStart(chat, chat.starting);
  } catch (error) {
    const { aborted, abortReason: reason } = chat;
    await chat.end(aborted ? { kind: 'abort', reason } : { kind: 'error', error });
    throw error;
  }
  return chat;
}

const OPENING = { ends: endChat, suspension };

/** Waits for hooks that may still deny the start, up to the time limit of a gate. Then it denies the start. */
async function settleStart(
  chat: RunningChat,
  starting: readonly PromiseLike<unknown>[],
): Promise<void> {
  const { timeoutMs } = chat.registry.settings;
  let unfollow: (() => void) | undefined;
  let expire: (() => void) | undefined;
  const ended = new Promise<'late'>((resolve, reject) => {
    unfollow = followSignal(chat.signal, reject);
    expire = () => resolve('late');
  });
  const watched: Watched = {
    deadline: Infinity,
    aborted: false,
    expire: () => expire?.(),
    abandon: () => undefined,
  };
  watch(watched);
  // The limit comes last, because the first watched hook sets the clock for long limits.
  if (timeoutMs > 0) watched.deadline = deadlineAfter(timeoutMs);
  try {
    if ((await Promise.race([Promise.all(starting), ended])) === 'late') chat.denied ??= LATE;
  } finally {
    unwatch(watched);
    unfollow?.();
  }
}

const LATE: Denial = Object.freeze({
  ...new HookFailure(undefined, 'hook_timeout').verdict(),
  code: 'hook_timeout',
  by: 'interpose',
  policy: 'interpose',
  event: 'onChatStart',
});

/** Notes that the session is in use by this chat. */
function occupy(session: Session, chat: RunningChat): void {
  session.lastChat = chat;
  session.openChats++;
  if (session.life === 'chat') session.madeFor ??= chat;
}

/** Gates the event that set the agent off, before its chat starts and with the chat's id. */
async function admitTrigger(chat: RunningChat, trigger: Trigger): Promise<void> {
  if (!chat.listens('onTrigger')) return;
  const verdict = await passGate(chat, 'onTrigger', { trigger }, undefined, asItIs);
  if (verdict?.decision === 'deny') chat.refused = refusal(chat, verdict);
  else if (verdict?.decision === 'modify') chat.trigger = verdict.value as Trigger;
}

/** Returns the chat of the calling agent if its session belongs to these hooks. */
function parentOf(runtime: HooksRuntime, { parent }: ChatOptions): RunningChat | undefined {
  return parent instanceof RunningChat && runtimeOf(parent.hooks).sessions === runtime.sessions
    ? parent
    : undefined;
}

/**
 * Finds the chat in which a call of this id was suspended, so that the resuming chat joins its session. Allows nothing.
 *
 * @example
 * await findSuspended(hooks, 'call_1'); // => undefined
 */
export async function findSuspended(
  hooks: Hooks,
  callId: string,
): Promise<SuspendedChat | undefined> {
  return findInStore(runtimeOf(hooks).registry.settings.store, callId);
}
