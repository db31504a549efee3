import type { ChatOptions } from '../contract/adapter/chat.ts';
import type { Hooks } from '../contract/hooks/hooks.ts';
import type { Scope } from '../contract/values/component.ts';
import type { MaybePromise } from '../contract/hooks/store.ts';
import type { HookRegistry } from '../registry/hook-registry.ts';
import type { Session } from '../sessions/session.ts';
import { Sessions, type SessionEnding } from '../sessions/sessions.ts';
import { InterposeError } from '../errors/interpose-error.ts';
import { isThenable } from '../maybe-promise.ts';
import { notifyEvent, reportHookError } from '../records/tell-observers.ts';
import { RunningObservers } from '../sessions/running-observers.ts';
import { type ChatOpening, RunningChat } from './running-chat.ts';

/** Who dispatches where no adapter does. */
export const APP: ChatOptions = { host: { framework: 'app', version: '' }, agent: { id: 'app' } };

/** What stands behind one `Hooks`: its registry, its sessions, its running observers. */
export class HooksRuntime {
  readonly hooks: Hooks;
  readonly registry: HookRegistry;
  readonly sessions: Sessions;
  readonly pending: RunningObservers;
  readonly setups: Promise<void>[] = [];
  /** Chats that have not ended, those of layers included. */
  readonly openChats: Set<RunningChat>;
  closed = false;
  /** True once something below other SDKs is hooked with these hooks. */
  expectsModelSteps = false;
  /** Looks at what was configured, where an adapter knows more of the app than core. */
  atSessionEnd: ((chat: RunningChat) => void) | undefined;
  /** What this one extends. */
  readonly parent: HooksRuntime | undefined;

  constructor(hooks: Hooks, registry: HookRegistry, parent?: HooksRuntime) {
    this.hooks = hooks;
    this.registry = registry;
    this.parent = parent;
    this.pending = parent?.pending ?? new RunningObservers();
    this.openChats = parent?.openChats ?? new Set();
    const { store, sessionIdleMs } = registry.settings;
    this.sessions =
      parent?.sessions ??
      new Sessions(store, sessionIdleMs, {
        ended: (session, ending) => this.#sessionEnded(session, ending),
        failed: (session, error) => this.#cleanUpFailed(session, error),
      });
  }

  /** Makes a chat without telling anybody: the session of an app's own dispatch, or the origin of a session event. */
  chatIn(session: Session, options: ChatOptions = APP, opened?: ChatOpening): RunningChat {
    this.checkOpen();
    const { hooks, registry, pending } = this;
    return new RunningChat({ hooks, registry, session, pending, options, ...opened });
  }

  /** Throws `hooks_closed` after the end, also after that of the registry this one extends. */
  checkOpen(): void {
    this.parent?.checkOpen();
    if (!this.closed) return;
    throw closedError();
  }

  /** Ends, all at once, the chats that are still open here; what nobody decides for any more shall not go on. */
  async endChats(): Promise<void> {
    const reason = closedError();
    const open = [...this.openChats].filter(({ hooks }) => !this.parent || hooks === this.hooks);
    await Promise.allSettled(open.map(async (chat) => chat.end({ kind: 'abort', reason })));
  }

  /** Tells of a session's first sight. */
  sessionStarted(session: Session, chat: RunningChat): MaybePromise<void> {
    session.lastChat = chat;
    return this.#settling(notifyEvent(chat, 'onSessionStart', {}));
  }

  /** Tells of a scope; once closed there is nobody left to tell. */
  scopeChanged(event: 'onScopeRegister' | 'onScopeUnregister', scope: Scope): void {
    if (this.closed) return;
    void this.#settling(notifyEvent(this.chatIn(this.sessions.transient()), event, { scope }));
  }

  /** Lets a flush wait for observers in sequence that nobody else waits for. */
  #settling(told: MaybePromise<void>): MaybePromise<void> {
    if (isThenable(told)) this.pending.add(told);
    return told;
  }

  #sessionEnded(session: Session, ended: SessionEnding): MaybePromise<void> {
    const origin = session.lastChat;
    if (!(origin instanceof RunningChat)) return undefined;
    runtimeOf(origin.hooks).atSessionEnd?.(origin);
    const durationMs = Date.now() - session.startedAt;
    return notifyEvent(origin, 'onSessionEnd', { durationMs, ended });
  }

  /** Tells also of sessions whose chats were in another process. */
  #cleanUpFailed(session: Session, error: unknown): void {
    const { lastChat } = session;
    if (this.closed && !(lastChat instanceof RunningChat)) return;
    const origin = lastChat instanceof RunningChat ? lastChat : this.chatIn(session);
    reportHookError(origin, 'session', 'onSessionEnd', error, 'clean_up_failed');
  }
}

function closedError(): InterposeError {
  return new InterposeError(
    'hooks_closed',
    'these hooks were closed',
    'make new ones with createHooks',
  );
}

/** What the registries of every copy of this package have, so that those of another copy are known for what they are. */
const MADE_BY_CORE = Symbol.for('interpose.hooks');

/** What registries as apps hold them are made of: only this file can tell which runtime stands behind one. */
export class RuntimeHolder {
  readonly #runtime: HooksRuntime;

  static {
    Object.defineProperty(this.prototype, MADE_BY_CORE, { value: true });
  }

  /** Called by a subclass that is a `Hooks`. */
  constructor(registry: HookRegistry, parent?: HooksRuntime) {
    this.#runtime = new HooksRuntime(this as unknown as Hooks, registry, parent); // this class knows no methods of its subclass
  }

  static runtimeOf(this: void, hooks: Hooks): HooksRuntime {
    if (typeof hooks === 'object' && hooks !== null && #runtime in hooks) return hooks.#runtime;
    if (isMadeByAnother(hooks))
      throw new InterposeError(
        'invalid_option',
        'these hooks come from another copy of @interpose/core than the one in use here',
        'install @interpose/core once; npm ls @interpose/core shows every copy',
      );
    throw new InterposeError(
      'invalid_option',
      'these hooks do not come from createHooks',
      'pass what createHooks returned',
    );
  }
}

function isMadeByAnother(hooks: unknown): boolean {
  return typeof hooks === 'object' && hooks !== null && MADE_BY_CORE in hooks;
}

/**
 * Throws `invalid_option` for hooks that this copy of the package cannot run: those of another copy, and what is none.
 *
 * @example
 * checkHooks(createHooks());
 */
export function checkHooks(hooks: Hooks): void {
  runtimeOf(hooks);
}

/** The runtime behind a registry. Throws `invalid_option` for what `createHooks` of this copy of the package did not make. */
export const runtimeOf: (hooks: Hooks) => HooksRuntime = RuntimeHolder.runtimeOf;
