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
  /** How a hook that throws or takes too long counts: `deny` (the default), `throw` or `allow`. */
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
 * The options of a custom event.
 *
 * @example
 * const options: EventOptions = { kind: 'interceptor', slot: 'invoice', outcomes: ['receipt'] };
 * hooks.defineEvent('preInvoice', options);
 */
export interface EventOptions {
  readonly kind: 'interceptor' | 'observer';
  readonly slot?: string;
  readonly outcomes?: readonly string[];
  /** The verbs beyond allow and deny. By default: modify if there is a slot, respond if there are outcomes, and ask. */
  readonly verbs?: readonly Verb[];
  /** Reverses the order of priorities, as at events after a step. */
  readonly after?: boolean;
}

/** The options of `defineEvent`. For a declared event, they have to name its own kind, slot and outcomes. */
export type EventOptionsFor<N extends string> = N extends EventName
  ? EventOptions & {
      readonly kind: EventMap[N]['kind'];
    } & ([SlotOf<N>] extends [never] ? { readonly slot?: never } : { readonly slot: SlotOf<N> }) &
      ([keyof OutcomesOf<N>] extends [never]
        ? { readonly outcomes?: never }
        : { readonly outcomes: readonly (keyof OutcomesOf<N> & string)[] })
  : EventOptions;

/**
 * The session and the chat of an app's own dispatch; by default new ones.
 *
 * @example
 * const options: DispatchOptions = { session: { id: 'thread-7' }, signal: AbortSignal.timeout(1000) };
 * await hooks.dispatch('preMemoryStore', { memory: [{ content: 'likes tea' }] }, options);
 */
export interface DispatchOptions {
  readonly session?: SessionOptions;
  readonly chatId?: string;
  readonly signal?: AbortSignal;
  /** The context of the hook that dispatches, so that the nesting is counted after an `await` too. */
  readonly within?: BaseContext;
}

/**
 * The registry. Apps add policies and hooks to it, and adapters dispatch through it.
 *
 * @example
 * const limits: Hooks = createHooks();
 * limits.addHook('preToolCall', () => deny('closed'), { tool: 'refund' });
 * await limits.close();
 */
export interface Hooks {
  /** Named groups of tools that can be switched on and off. */
  readonly scopes: Scopes;
  /** Adds a hook for one event; the function it returns removes it. */
  addHook<E extends EventName, const T extends ToolMatch = string, Returned = void>(
    event: E,
    hook: HookFor<E, T, Returned>,
    options?: HookOptions<E, T>,
  ): Disposer;
  /** Adds a function that hears of one event and decides nothing. */
  observe<E extends EventName>(
    event: E,
    observer: Observer<E>,
    options?: ObserverOptions,
  ): Disposer;
  /** Adds such a function for every event. */
  observe(event: '*', observer: Observer<EventName>, options?: ObserverOptions): Disposer;
  /** Adds a policy; the function it returns removes it. */
  use(policy: Policy): Disposer;
  /** Adds an event of the app's own. If `EventMap` declares the event, the options have to agree. */
  defineEvent<N extends string>(name: N, options: EventOptionsFor<N>): void;
  /** Asks the hooks of an event, and returns the one verdict that their answers make. */
  dispatch<E extends EventName>(
    event: E,
    payload: PayloadOf<E>,
    options?: DispatchOptions,
  ): MaybePromise<Verdict<E>>;
  /** Asks the hooks, acts, and asks the hooks again about the result. */
  step<E extends InterceptorName, Output>(
    event: E,
    payload: PayloadOf<E>,
    act: (value: StepInputOf<E>) => MaybePromise<Output>,
    options?: DispatchOptions,
  ): Promise<StepOutcome<Output | SuppliedOf<E>>>;
  /** Runs the function with this session as the ambient one. Then waits for its observers, at most `timeoutMs`. */
  inSession<T>(session: SessionOptions, run: () => T): Promise<Awaited<T>>;
  /** Ends a session now and clears its state. */
  endSession(id: string): Promise<void>;
  /** Answers a suspended ask; each token works once. */
  resume(token: string, answer: ResumeAnswer): Promise<void>;
  /** Makes a registry with these hooks and its own on top; cheap enough for one per session. */
  extend(options?: Pick<HooksOptions, 'policies' | 'approver'>): Hooks;
  /** Waits until every running observer has settled. */
  flush(): Promise<void>;
  /** Waits until the setup of every policy has settled; rejects with the first failure. */
  ready(): Promise<void>;
  /**
   * Aborts open chats, ends all sessions, waits for observers, and refuses further dispatches. It waits as long as
   * `timeoutMs` (30 seconds without a limit), then rejects with `close_timeout`, which tells what was left.
   */
  close(): Promise<void>;
}

/** The properties of a policy apart from its hooks. */
export interface PolicyBase {
  /** The name in every record that the policy's hooks decide. Each policy of a registry needs another one. */
  readonly name: string;
  /** A part of every approval digest, so that a new version voids old approvals. */
  readonly version?: string;
  /** With `monitor`, verdicts are recorded and not carried out. */
  readonly mode?: 'enforce' | 'monitor';
  /** The default priority of the policy's hooks. */
  readonly priority?: number;
  /** Runs once at registration. Hooks wait for it, and deny if it fails. */
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
