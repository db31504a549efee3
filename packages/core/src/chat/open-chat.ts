import type { Chat, ChatOptions, SuspendedChat } from '../contract/adapter/chat.ts';
import type { Denial } from '../contract/decisions/outcome.ts';
import type { Hooks } from '../contract/hooks/hooks.ts';
import type { Trigger } from '../contract/values/component.ts';
import { ambient, runAmbientIfPossible, surroundedBy } from '../sessions/ambient.ts';
import { msSinceLoad, type Session } from '../sessions/session.ts';
import { findSuspended as findInStore, suspension } from '../approvals/suspension.ts';
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
 * Opens the chat of one call of the outermost hooked target: tells onSessionStart at the session's first sight,
 * gates the trigger if there is one, then tells onChatStart.
 * When an observer of these throws, a chat that has started ends as onChatError, and the error is rethrown.
 *
 * @example
 * const support = await openChat(hooks, { host: { framework: 'my-sdk', version: '1.0.0' }, agent: { id: 'support' } });
 * await support.end({ kind: 'done', reason: 'completed' });
 * @throws InterposeError `hooks_closed` after `hooks.close()`, also where that comes before the chat starts.
 */
export async function openChat(hooks: Hooks, options: ChatOptions): Promise<Chat> {
  const runtime = runtimeOf(hooks);
  runtime.checkOpen();
  const parent = parentOf(runtime, options);
  const { session, isNew } =
    parent === undefined
      ? runtime.sessions.open(options)
      : { session: parent.session, isNew: false };
  // Sessions note themselves when they are opened.
  if (parent !== undefined) session.lastSeenAt = msSinceLoad();
  const chat = runtime.chatIn(session, options, OPENING);
  occupy(session, chat);
  runtime.openChats.add(chat);
  try {
    if (isNew) await runtime.sessionStarted(session, chat);
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

/** Waits for hooks that may still deny the start, as long as a gate would wait for them: then the answer is no. */
async function settleStart(
  chat: RunningChat,
  starting: readonly PromiseLike<unknown>[],
): Promise<void> {
  const { timeoutMs } = chat.registry.settings;
  const watched: Watched = {
    deadline: Infinity,
    aborted: false,
    expire: () => undefined,
    abandon: () => undefined,
  };
  let unfollow: (() => void) | undefined;
  const ended = new Promise<'late'>((resolve, reject) => {
    unfollow = followSignal(chat.signal, reject);
    watched.expire = () => resolve('late');
  });
  watch(watched);
  // Only now, because the first that is watched sets the clock that long limits go by.
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

/** Gates what set the agent off, before its chat starts and with the chat's id. */
async function admitTrigger(chat: RunningChat, trigger: Trigger): Promise<void> {
  if (!chat.listens('onTrigger')) return;
  const verdict = await passGate(chat, 'onTrigger', { trigger }, undefined, asItIs);
  if (verdict?.decision === 'deny') chat.refused = refusal(chat, verdict);
  else if (verdict?.decision === 'modify') chat.trigger = verdict.value as Trigger;
}

/** The calling agent's chat, where its session is one of these hooks. */
function parentOf(runtime: HooksRuntime, { parent }: ChatOptions): RunningChat | undefined {
  return parent instanceof RunningChat && runtimeOf(parent.hooks).sessions === runtime.sessions
    ? parent
    : undefined;
}

/**
 * The chat in which a call of this id was suspended, so that the resuming chat can join its session; it grants nothing.
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

/**
 * The chat the running code is inside of, where an adapter made it ambient.
 *
 * @example
 * runInChat(chat, () => currentChat() === chat); // => true
 */
export function currentChat(): Chat | undefined {
  return ambient()?.chat;
}

/**
 * Runs a tool or a sub-agent inside its chat, so that nested targets find their parent; plainly where the runtime cannot.
 * `frame` is for the adapter itself, where its host gives the code it calls no context: one scope holds both.
 *
 * @example
 * runInChat(chat, () => currentChat()?.id === chat.id); // => true
 */
export function runInChat<T>(chat: Chat, run: () => T, frame?: object): T {
  return runAmbientIfPossible(surroundedBy(chat, frame, undefined), traced(chat, run));
}

/** The same function, run inside the chat's own span where a tracer follows it. */
function traced<T>(chat: Chat, run: () => T): () => T {
  const tracer = chat instanceof RunningChat ? chat.registry.family.tracer : undefined;
  return tracer === undefined
    ? run
    : () => tracer.run({ chatId: chat.id, event: 'onChatStart' }, run);
}

/**
 * The frame the running code is inside of; any adapter may have made it.
 *
 * @example
 * const frame = { run: 1 };
 * runInChat(chat, () => ambientFrame() === frame, frame); // => true
 */
export function ambientFrame(): object | undefined {
  return ambient()?.frame;
}

let sought = false;

/**
 * Says that something in this process asks for the chat it runs inside of, such as a hooked transport:
 * adapters that spare themselves `runInChat` where nothing is nested do not from then on.
 *
 * @example
 * seekChats();
 * chatsAreSought(); // => true
 */
export function seekChats(): void {
  sought = true;
}

/**
 * True once something asks for the chat it runs inside of.
 *
 * @example
 * const answer = chatsAreSought() ? runInChat(chat, () => 1) : 1;
 */
export function chatsAreSought(): boolean {
  return sought;
}
