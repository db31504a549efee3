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

/** How many hooks are on the stack right now. */
export const nesting: { depth: number } = { depth: 0 };

/** Whose events they are. */
export interface SourceOwner {
  readonly hooks: Hooks;
  readonly registry: HookRegistry;
  /** Observers that still run. */
  readonly observers: RunningObservers;
}

/** What an event source is made from. */
export interface SourceMaterial {
  readonly owner: SourceOwner;
  readonly session: Session;
  readonly options: ChatOptions;
  /** What only a source has that an adapter opened. */
  readonly opening?: SourceOpening | undefined;
}

/** What an adapter's chat can do that an event of the app's own cannot. */
export interface SourceOpening {
  /** How asks wait for a person somewhere else, as the approvals know it. */
  readonly suspension: object;
  /** Tells of the end. */
  ends(source: EventSource, ending: ChatEnding): MaybePromise<void>;
}

/** Where events come from, as far as their contexts tell of it: the lower half of a running chat. */
export class EventSource {
  readonly owner: SourceOwner;
  readonly session: Session;
  agent: AgentIdentity;
  readonly host: Host;
  readonly user: User | undefined;
  trace: Trace | undefined;
  readonly parentChatId: string | undefined;
  depth: number;
  /** True when the host can suspend a tool call natively. */
  readonly suspends: boolean;
  readonly opening: SourceOpening | undefined;
  /** True once the chat was aborted; cheaper than asking the signal. */
  aborted = false;
  abortReason: unknown;
  /** The deny of the chat's start. */
  denied: Denial | undefined;
  /** Hooks that may still deny the start. */
  starting: PromiseLike<unknown>[] | undefined;
  readonly #can: ChatOptions['can'];
  /** False when the hooks on the stack are counted in `depth` already. */
  #countsStack = true;
  #id: string | undefined;
  #controller: AbortController | undefined;
  #grants: Set<string> | undefined;
  #unfollow: (() => void)[] | undefined;

  constructor({ owner, session, options, opening }: SourceMaterial) {
    const { agent, host, parent, signal } = options;
    this.owner = owner;
    this.session = session;
    this.agent = agent;
    this.host = host;
    this.user = options.user ?? session.user;
    this.trace = options.trace ?? parent?.trace;
    this.parentChatId = parent?.id;
    this.depth = parent instanceof EventSource ? parent.depth + 1 : 0;
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

  /** True when somebody outside can abort it, or has. */
  get abortable(): boolean {
    return this.#unfollow !== undefined || this.aborted;
  }

  get id(): string {
    return (this.#id ??= newId());
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.aborted) this.#controller.abort(this.abortReason);
    }
    return this.#controller.signal;
  }

  /** The deny of the start of the chat or of its session: every gate of the chat says the same. */
  get startDenied(): Denial | undefined {
    return this.denied ?? this.session.denied;
  }

  /** What the model said it was thinking in its last response, where it did. */
  get reasoning(): string | undefined {
    return undefined;
  }

  /** Digests approved for the rest of this chat. */
  get grants(): Set<string> {
    return (this.#grants ??= new Set());
  }

  /** The verbs this host can carry out at this event. */
  can(definition: EventDefinition): readonly Verb[] {
    return this.#can?.[definition.name as EventName] ?? definition.verbs;
  }

  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.abortReason = reason;
    this.#controller?.abort(reason);
  }

  /** How deep an event that is emitted now is nested. */
  get depthHere(): number {
    return this.#countsStack ? this.depth + nesting.depth : this.depth;
  }

  /** Lets a dispatch of an app's own count as part of this chat; `depth` where it comes from a hook. */
  nestIn(chatId: string, depth?: number): void {
    this.#id = chatId;
    if (depth === undefined) return;
    this.depth = depth;
    this.#countsStack = false;
  }

  /** Lets go of the signals of callers, which may live longer than a chat. */
  protected unfollow(): void {
    if (this.#unfollow !== undefined) for (const unfollow of this.#unfollow) unfollow();
  }

  #follow(signal: AbortSignal | undefined): void {
    const unfollow = followSignal(signal, (reason) => this.abort(reason));
    if (unfollow !== undefined) (this.#unfollow ??= []).push(unfollow);
  }
}
