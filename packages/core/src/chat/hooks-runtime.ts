import type { ChatOptions } from '../contract/adapter/chat.ts';
import type { Hooks } from '../contract/hooks/hooks.ts';
import type { Scope } from '../contract/values/component.ts';
import type { User } from '../contract/values/index.ts';
import type { MaybePromise } from '../contract/hooks/store.ts';
import type { HookRegistry } from '../registry/hook-registry.ts';
import type { SourceOpening, SourceOwner } from '../context/event-source.ts';
import { msSinceLoad, type Session } from '../sessions/session.ts';
import type { SessionEnding } from '../sessions/session-ending.ts';
import { Sessions } from '../sessions/sessions.ts';
import { InterposeError } from '../errors/interpose-error.ts';
import { LinkedList } from '../linked-list.ts';
import { isThenable } from '../maybe-promise.ts';
import { notifyEvent, reportHookError } from '../records/tell-observers.ts';
import { RunningObservers } from '../sessions/running-observers.ts';
import { RunningChat } from './running-chat.ts';

/** The host and the agent of dispatches that no adapter makes. */
export const APP: ChatOptions = { host: { framework: 'app', version: '' }, agent: { id: 'app' } };

/** The state behind one `Hooks`: its registry, its sessions and its running observers. */
export class HooksRuntime implements SourceOwner {
  readonly hooks: Hooks;
  readonly registry: HookRegistry;
  readonly sessions: Sessions;
  readonly observers: RunningObservers;
  setups: Promise<void>[] | undefined;
  /** The chats that have not ended, also those of layers. */
  readonly openChats: LinkedList<RunningChat>;
  closed = false;
  /** True once an SDK that others build on, such as a client, is hooked with these hooks. */
  expectsModelSteps = false;
  /** The runtime of the registry that this one extends. */
  readonly parent: HooksRuntime | undefined;

  constructor(hooks: Hooks, registry: HookRegistry, parent?: HooksRuntime) {
    this.hooks = hooks;
    this.registry = registry;
    this.parent = parent;
    this.observers = parent?.observers ?? new RunningObservers();
    this.openChats = parent?.openChats ?? new LinkedList();
    const { store, sessionIdleMs } = registry.settings;
    this.sessions =
      parent?.sessions ??
      new Sessions(store, sessionIdleMs, {
        ended: (session, ending) => this.#sessionEnded(session, ending),
        failed: (session, error) => this.#cleanUpFailed(session, error),
      });
  }

  /** Makes a chat without any event: for an app's own dispatch, or as the source of a session event. */
  chatIn(
    session: Session,
    options: ChatOptions = APP,
    speaker?: User,
    opening?: SourceOpening,
  ): RunningChat {
    this.checkOpen();
    return new RunningChat({ owner: this, session, options, opening, speaker });
  }

  /** Throws `hooks_closed` if this registry, or one that it extends, is closed. */
  checkOpen(): void {
    this.parent?.checkOpen();
    if (!this.closed) return;
    throw closedError();
  }

  /** Aborts all chats that are still open here, at once. After closing, no hook decides, so no chat may go on. */
  async endChats(): Promise<void> {
    const reason = closedError();
    const open = this.openChats
      .toArray()
      .filter(({ hooks }) => !this.parent || hooks === this.hooks);
    await Promise.allSettled(open.map(async (chat) => chat.end({ kind: 'abort', reason })));
  }

  /** Reports that a session is seen for the first time. */
  sessionStarted(session: Session, chat: RunningChat): MaybePromise<void> {
    session.lastChat = chat;
    return this.#settling(notifyEvent(chat, 'onSessionStart', {}));
  }

  /** Reports a change of a scope. After closing, nobody is left to hear of it. */
  scopeChanged(event: 'onScopeRegister' | 'onScopeUnregister', scope: Scope): void {
    if (this.closed) return;
    void this.#settling(notifyEvent(this.chatIn(this.sessions.transient()), event, { scope }));
  }

  /** Lets a flush wait for observers that run in sequence and that nothing else awaits. */
  #settling(told: MaybePromise<void>): MaybePromise<void> {
    if (isThenable(told)) this.observers.add(told);
    return told;
  }

  #sessionEnded(session: Session, ended: SessionEnding): MaybePromise<void> {
    const source = session.lastChat;
    if (!(source instanceof RunningChat)) return undefined;
    const durationMs = msSinceLoad() - session.startedAt;
    return notifyEvent(source, 'onSessionEnd', { durationMs, ended });
  }

  /** Reports a failed clean-up, also for sessions whose chats were in another process. */
  #cleanUpFailed(session: Session, error: unknown): void {
    const { lastChat } = session;
    if (this.closed && !(lastChat instanceof RunningChat)) return;
    const source = lastChat instanceof RunningChat ? lastChat : this.chatIn(session);
    reportHookError(source, 'session', 'onSessionEnd', error, 'clean_up_failed');
  }
}

function closedError(): InterposeError {
  return new InterposeError(
    'hooks_closed',
    'these hooks were closed',
    'make new ones with createHooks',
  );
}
