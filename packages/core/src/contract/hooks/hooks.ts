import type { Approver, ResumeAnswer } from '../decisions/approval.ts';
import type { BaseContext } from './context.ts';
import type {
  EventMap,
  EventName,
  InterceptorName,
  OutcomesOf,
  PayloadOf,
  SlotOf,
  StepInputOf,
  SuppliedOf,
} from '../events/event-map.ts';
import type { Disposer, HookOptions, Observer, ObserverOptions, OnError } from './hook.ts';
import type { HookFor } from './hook-for.ts';
import type { Verdict } from '../decisions/hook-return.ts';
import type { StepOutcome } from '../decisions/outcome.ts';
import type { PolicyHooks } from './policy-hooks.ts';
import type { Scopes } from './scopes.ts';
import type { SessionOptions } from './session.ts';
import type { MaybePromise, StateStore } from './store.ts';
import type { ToolMatch } from './tool-match.ts';
import type { Verb } from '../decisions/verdict.ts';

/**
 * Options of a registry; every one has a default.
 *
 * @example
 * const options: HooksOptions = { onError: 'deny', mode: 'monitor', timeoutMs: 1000, retries: 1 };
 * createHooks(options);
 */
export interface HooksOptions {
  /** The policies of this registry. Each hook's `priority` decides the order. */
  readonly policies?: readonly Policy[];
  /** A function that answers asks. Without one, the SDK passes the question on to your app, or the step is denied. */
  readonly approver?: Approver;
  /** How a hook counts that throws or takes too long: `deny` (the default), `throw` or `allow`. */
  readonly onError?: OnError;
  /** What the caller gets when a step is denied: a `message` (the default), or with `throw` a `DeniedError`. */
  readonly onDeny?: 'message' | 'throw';
  /** `monitor` records what would be decided and changes nothing. The default is `enforce`. */
  readonly mode?: 'enforce' | 'monitor';
  /**
   * Hooks get frozen values, so that a hook that edits one in place throws; by default true. With `false` such an
   * edit may reach the SDK, and no record shows it.
   */
  readonly strict?: boolean;
  /** How often a step may be tried again; by default 2. */
  readonly retries?: number;
  /** Milliseconds that a hook may take; by default 30000. */
  readonly timeoutMs?: number;
  /** Milliseconds that an approver may take; by default 300000, five minutes. */
  readonly approvalTimeoutMs?: number;
  /** A session ends after so many milliseconds without an event; by default 1800000, half an hour. */
  readonly sessionIdleMs?: number;
  /** How many tool calls `session.history` keeps; by default 1000. */
  readonly historyLimit?: number;
  /** How deeply hooks may dispatch events of their own inside each other; by default 16. */
  readonly maxDepth?: number;
  /** Whether a hook may change the name of the tool that is called; by default false. */
  readonly allowRename?: boolean;
  /** Whether a record lists what each hook said, in `steps`; by default false. */
  readonly trace?: boolean;
  /** Where sessions, limits and waiting approvals are kept; by default in the memory of this process. */
  readonly store?: StateStore;
}

/**
 * How a custom event behaves.
 *
 * @example
 * const options: EventOptions = { kind: 'interceptor', slot: 'invoice', outcomes: ['receipt'] };
 * hooks.defineEvent('preInvoice', options);
 */
export interface EventOptions {
  readonly kind: 'interceptor' | 'observer';
  readonly slot?: string;
  readonly outcomes?: readonly string[];
  /** Beyond allow and deny; by default modify with a slot, respond with outcomes, ask. */
  readonly verbs?: readonly Verb[];
  /** Mirror the priorities, as after-events do. */
  readonly after?: boolean;
}

/** What `defineEvent` takes: of a declared event, its own kind, slot and outcomes. */
export type EventOptionsFor<N extends string> = N extends EventName
  ? EventOptions & {
      readonly kind: EventMap[N]['kind'];
    } & ([SlotOf<N>] extends [never] ? { readonly slot?: never } : { readonly slot: SlotOf<N> }) &
      ([keyof OutcomesOf<N>] extends [never]
        ? { readonly outcomes?: never }
        : { readonly outcomes: readonly (keyof OutcomesOf<N> & string)[] })
  : EventOptions;

/**
 * Where an app's own dispatch belongs; a session and a chat of its own otherwise.
 *
 * @example
 * const options: DispatchOptions = { session: { id: 'thread-7' }, signal: AbortSignal.timeout(1000) };
 * await hooks.dispatch('preMemoryStore', { memory: [{ content: 'likes tea' }] }, options);
 */
export interface DispatchOptions {
  readonly session?: SessionOptions;
  readonly chatId?: string;
  readonly signal?: AbortSignal;
  /** The context of the hook that dispatches, so that nesting is counted also after an await. */
  readonly within?: BaseContext;
}

/**
 * The registry: policies and hooks go in, adapters dispatch through it.
 *
 * @example
 * const limits: Hooks = createHooks();
 * limits.addHook('preToolCall', () => deny('closed'), { tool: 'refund' });
 * await limits.close();
 */
export interface Hooks {
  /** Named groups of tools that can be switched on and off. */
  readonly scopes: Scopes;
  /** Adds a hook for one event; the function it returns takes it off again. */
  addHook<E extends EventName, const T extends ToolMatch = string, Returned = void>(
    event: E,
    hook: HookFor<E, T, Returned>,
    options?: HookOptions<E, T>,
  ): Disposer;
  /** Adds a function that is told of one event and decides nothing. */
  observe<E extends EventName>(
    event: E,
    observer: Observer<E>,
    options?: ObserverOptions,
  ): Disposer;
  /** The same for every event. */
  observe(event: '*', observer: Observer<EventName>, options?: ObserverOptions): Disposer;
  /** Adds a policy; the function it returns takes it off again. */
  use(policy: Policy): Disposer;
  /** Adds an event of the app's own; where `EventMap` declares it, the options must agree. */
  defineEvent<N extends string>(name: N, options: EventOptionsFor<N>): void;
  /** Asks the hooks of an event, and returns the one verdict that their answers make. */
  dispatch<E extends EventName>(
    event: E,
    payload: PayloadOf<E>,
    options?: DispatchOptions,
  ): MaybePromise<Verdict<E>>;
  /** Asks the hooks, acts, and asks again about what came back. */
  step<E extends InterceptorName, Output>(
    event: E,
    payload: PayloadOf<E>,
    act: (value: StepInputOf<E>) => MaybePromise<Output>,
    options?: DispatchOptions,
  ): Promise<StepOutcome<Output | SuppliedOf<E>>>;
  /** Runs the function with this session as the ambient one. */
  inSession<T>(session: SessionOptions, run: () => T): Promise<Awaited<T>>;
  /** Ends a session now and clears its state. */
  endSession(id: string): Promise<void>;
  /** Answers a suspended ask; each token works once. */
  resume(token: string, answer: ResumeAnswer): Promise<void>;
  /** A registry with these hooks and its own on top; cheap enough for one per session. */
  extend(options?: Pick<HooksOptions, 'policies' | 'approver'>): Hooks;
  /** Settles every observer that is still running. */
  flush(): Promise<void>;
  /** Settles every policy's setup; rejects with the first that failed. */
  ready(): Promise<void>;
  /** Ends open chats as aborted, then all sessions; settles observers, refuses further dispatches. */
  close(): Promise<void>;
}

/** What every policy has beside its hooks. */
export interface PolicyBase {
  /** Stands in every record that its hooks decide; each policy of a registry needs another one. */
  readonly name: string;
  /** Part of every approval digest: a new version voids old approvals. */
  readonly version?: string;
  /** `monitor`: its verdicts are recorded and not carried out. */
  readonly mode?: 'enforce' | 'monitor';
  /** Default priority of its hooks. */
  readonly priority?: number;
  /** Runs once at registration; hooks wait for it, and deny when it fails. */
  readonly setup?: (hooks: Hooks) => MaybePromise<Disposer | void>;
}

/**
 * A named, versioned bundle of hooks.
 *
 * @example
 * const closed: Policy = { name: 'closed', version: '1.0.0', hooks: { onUserMessage: () => ({ answer: 'We are closed.' }) } };
 * hooks.use(closed);
 */
export interface Policy extends PolicyBase {
  readonly hooks?: PolicyHooks;
}
