import type { ChatEnding, ChatOptions } from '../contract/adapter/chat.ts';
import type { EventName } from '../contract/events/event-map.ts';
import type { Denial } from '../contract/decisions/outcome.ts';
import type { Host } from '../contract/hooks/context.ts';
import type { Hooks } from '../contract/hooks/hooks.ts';
import type { MaybePromise } from '../contract/hooks/store.ts';
import type { AgentIdentity, Trace, User } from '../contract/values/index.ts';
import type { Verb } from '../contract/decisions/verdict.ts';
import type { EventDefinition } from '../registry/events/event-table.ts';
import type { HookRegistry } from '../registry/hook-registry.ts';
import { followSignal } from './follow-signal.ts';
import { newId, type Session } from '../sessions/session.ts';
import type { RunningObservers } from '../sessions/running-observers.ts';

/** The number of hooks on the stack right now. */
export const nesting: { depth: number } = { depth: 0 };

/** The registry to which a source of events belongs. */
export interface SourceOwner {
  readonly hooks: Hooks;
  readonly registry: HookRegistry;
  /** The observers that are still running. */
  readonly observers: RunningObservers;
}

/** The material from which an event source is made. */
export interface SourceMaterial {
  readonly owner: SourceOwner;
  readonly session: Session;
  readonly options: ChatOptions;
  /** The abilities of a source that an adapter opened. */
  readonly opening?: SourceOpening | undefined;
  /** The user that the caller named together with the session, whose own user may be another one. */
  readonly speaker?: User | undefined;
}

/** The abilities of an adapter's chat that an event of the app does not have. */
export interface SourceOpening {
  /** Lets asks wait for a person in another place; the approvals know its type. */
  readonly suspension: object;
  /** Reports the end. */
  ends(source: EventSource, ending: ChatEnding): MaybePromise<void>;
}

/** The source of events, with everything that contexts show of it. A running chat extends it. */
export class EventSource {
  readonly owner: SourceOwner;
  readonly session: Session;
  agent: AgentIdentity;
  readonly host: Host;
  readonly user: User | undefined;
  trace: Trace | undefined;
  readonly parentChatId: string | undefined;
  depth: number;
  /** Whether the host itself can suspend a tool call. */
  readonly suspends: boolean;
  readonly opening: SourceOpening | undefined;
  /** The deny of this chat's start. */
  denied: Denial | undefined;
  /** The hooks that may still deny the start. */
  starting: PromiseLike<unknown>[] | undefined;
  readonly #can: ChatOptions['can'];
  /** Set once the chat was aborted. One field instead of two, since many chats only wait. */
  #abortion: { readonly reason: unknown } | undefined;
  /** False if `depth` already includes the hooks on the stack. */
  #countsStack = true;
  #id: string | undefined;
  #controller: AbortController | undefined;
  #grants: Set<string> | undefined;
  #unfollow: (() => void)[] | undefined;

  constructor({ owner, session, options, opening, speaker }: SourceMaterial) {
    const { agent, host, parent, signal } = options;
    this.owner = owner;
    this.session = session;
    this.agent = agent;
    this.host = host;
    const caller = parent instanceof EventSource ? parent : undefined;
    this.user = options.user ?? speaker ?? caller?.user ?? session.user;
    this.trace = options.trace ?? parent?.trace;
    this.parentChatId = parent?.id;
    this.depth = caller === undefined ? 0 : caller.depth + 1;
    this.suspends = options.suspends === true;
    this.opening = opening;
    this.#can = options.can;
    this.#follow(signal);
    this.#follow(parent?.signal);
  }

  get registry(): HookRegistry {
    return this.owner.registry;
  }

  get observers(): RunningObservers {
    return this.owner.observers;
  }

  /** Whether code outside can abort it, or has done so. Closing the hooks aborts every chat that an adapter opened. */
  get abortable(): boolean {
    return this.opening !== undefined || this.#unfollow !== undefined || this.aborted;
  }

  get id(): string {
    return (this.#id ??= newId());
  }

  /** True once the chat was aborted; reading this is cheaper than reading the signal. */
  get aborted(): boolean {
    return this.#abortion !== undefined;
  }

  get abortReason(): unknown {
    return this.#abortion?.reason;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.aborted) this.#controller.abort(this.abortReason);
    }
    return this.#controller.signal;
  }

  /** The deny of the start of the chat or of its session. Every gate of the chat then denies as well. */
  get startDenied(): Denial | undefined {
    return this.denied ?? this.session.denied;
  }

  /** The reasoning in the model's last response, if it gave any. */
  get reasoning(): string | undefined {
    return undefined;
  }

  /** The digests that were approved for the rest of this chat. */
  get grants(): Set<string> {
    return (this.#grants ??= new Set());
  }

  /** Returns the verbs that this host can carry out at this event. */
  can(definition: EventDefinition): readonly Verb[] {
    return this.#can?.[definition.name as EventName] ?? definition.verbs;
  }

  abort(reason: unknown): void {
    if (this.aborted) return;
    this.#abortion = { reason };
    this.#controller?.abort(reason);
  }

  /** The nesting depth of an event that is emitted now. */
  get depthHere(): number {
    return this.#countsStack ? this.depth + nesting.depth : this.depth;
  }

  /** Makes an app's own dispatch count as a part of this chat; `depth` is given if a hook dispatches. */
  nestIn(chatId: string, depth?: number): void {
    this.#id = chatId;
    if (depth === undefined) return;
    this.depth = depth;
    this.#countsStack = false;
  }

  /** Stops following the callers' signals, which may live longer than a chat. */
  protected unfollow(): void {
    if (this.#unfollow !== undefined) for (const unfollow of this.#unfollow) unfollow();
  }

  #follow(signal: AbortSignal | undefined): void {
    const unfollow = followSignal(signal, (reason) => this.abort(reason));
    if (unfollow !== undefined) (this.#unfollow ??= []).push(unfollow);
  }
}
