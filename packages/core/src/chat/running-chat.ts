import type { Refused } from '../contract/adapter/index.ts';
import type { Chat, ChatEnding, ChatOptions } from '../contract/adapter/chat.ts';
import type { Host } from '../contract/hooks/context.ts';
import type { EventName, PayloadOf } from '../contract/events/event-map.ts';
import type { Hooks } from '../contract/hooks/hooks.ts';
import type { MaybePromise } from '../contract/hooks/store.ts';
import type { AgentIdentity, Message, Trace, User } from '../contract/values/index.ts';
import type { Trigger } from '../contract/values/component.ts';
import type { AnyVerdict, Verb } from '../contract/decisions/verdict.ts';
import type { EventDefinition } from '../registry/events/event-table.ts';
import type { HookRegistry } from '../registry/hook-registry.ts';
import { newId } from '../sessions/new-id.ts';
import type { Session } from '../sessions/session.ts';
import { nesting } from '../gate/call-hook.ts';
import type { Payload } from '../gate/context/context-state.ts';
import type { EventSource } from '../gate/context/event-source.ts';
import { freezeValues } from '../gate/context/freeze.ts';
import { dispatchIn } from './dispatch-in.ts';
import { createContext } from '../gate/context/create-context.ts';
import type { Emission, EventContext } from '../gate/context/event-context.ts';
import { followSignal } from './follow-signal.ts';
import { ModelCalls } from './model-progress.ts';
import type { RunningObservers } from '../sessions/running-observers.ts';
import { runGate, type Ruling } from '../gate/run-gate.ts';
import { ALLOW } from '../authoring/verdicts.ts';
import type { EarlierRulings } from '../approvals/earlier-rulings.ts';

/** What a chat is made from. */
export interface ChatMaterial {
  readonly hooks: Hooks;
  readonly registry: HookRegistry;
  readonly session: Session;
  readonly pending: RunningObservers;
  readonly options: ChatOptions;
  readonly ends: (chat: RunningChat, ending: ChatEnding) => MaybePromise<void>;
}

/** One running chat: what adapters hold, and where its events come from. */
export class RunningChat implements Chat, EventSource {
  readonly hooks: Hooks;
  readonly registry: HookRegistry;
  readonly session: Session;
  readonly pending: RunningObservers;
  agent: AgentIdentity;
  readonly host: Host;
  readonly user: User | undefined;
  readonly trace: Trace | undefined;
  readonly parentChatId: string | undefined;
  depth: number;
  readonly suspends: boolean;
  readonly abortable: boolean;
  readonly startedAt: number = Date.now();
  aborted = false;
  abortReason: unknown;
  /** False until onChatStart: what ends before has no ending to tell. */
  started = false;
  ended = false;
  /** Where the chat stands with its model. */
  readonly calls: ModelCalls = new ModelCalls();
  /** The final answer, kept for the ending when somebody listens to it. */
  answer: Message | undefined;
  trigger: Trigger | undefined;
  refused: Refused | undefined;
  /** Verdicts of approval phases that wait for their execution. */
  phases: EarlierRulings | undefined;
  readonly #options: ChatOptions;
  readonly #ends: ChatMaterial['ends'];
  /** False when the hooks on the stack are counted in `depth` already. */
  #countsStack = true;
  #id: string | undefined;
  #controller: AbortController | undefined;
  #grants: Set<string> | undefined;
  #unfollow: (() => void)[] | undefined;

  constructor({ hooks, registry, session, pending, options, ends }: ChatMaterial) {
    this.hooks = hooks;
    this.registry = registry;
    this.session = session;
    this.pending = pending;
    this.#options = options;
    this.#ends = ends;
    this.agent = options.agent;
    this.host = options.host;
    this.user = options.user ?? session.user;
    this.trace = options.trace ?? options.parent?.trace;
    this.trigger = options.trigger;
    this.parentChatId = options.parent?.id;
    this.depth = options.parent instanceof RunningChat ? options.parent.depth + 1 : 0;
    this.suspends = options.suspends === true;
    this.abortable = options.signal !== undefined || options.parent !== undefined;
    this.#follow(options.signal);
    this.#follow(options.parent?.signal);
  }

  /** Lets a dispatch of an app's own count as part of this chat; `depth` where it comes from a hook. */
  nestIn(chatId: string, depth?: number): void {
    this.#id = chatId;
    if (depth === undefined) return;
    this.depth = depth;
    this.#countsStack = false;
  }

  get id(): string {
    return (this.#id ??= newId());
  }

  get reasoning(): string | undefined {
    return this.calls.reasoning;
  }

  get strict(): boolean {
    return this.registry.settings.strict;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.aborted) this.#controller.abort(this.abortReason);
    }
    return this.#controller.signal;
  }

  get grants(): Set<string> {
    return (this.#grants ??= new Set());
  }

  can(definition: EventDefinition): readonly Verb[] {
    return this.#options.can?.[definition.name as EventName] ?? definition.verbs;
  }

  listens(...events: readonly EventName[]): boolean {
    for (const event of events) if (this.registry.slot(event).active) return true;
    return false;
  }

  intercepts(...events: readonly EventName[]): boolean {
    return events.some((event) =>
      this.registry.slot(event).plan.hooks.some((hook) => !hook.monitor),
    );
  }

  /** Makes the context of an event of this chat. */
  context(event: string, payload: Payload, emission?: Emission): EventContext {
    const { definition } = this.registry.slot(event);
    if (this.registry.settings.strict) freezeValues(payload);
    const depth = this.#countsStack ? this.depth + nesting.depth : this.depth;
    return createContext(this, definition, payload, emission, depth);
  }

  /** Asks the hooks of an interceptor event; the context comes along for what it knows. */
  gate(
    event: string,
    payload: Payload,
    emission?: Emission,
  ): { readonly ctx: EventContext; readonly ruling: MaybePromise<Ruling> } {
    const ctx = this.context(event, payload, emission);
    return { ctx, ruling: runGate(this.registry.slot(event), ctx) };
  }

  dispatch<E extends EventName>(
    event: E,
    payload: PayloadOf<E>,
    native?: unknown,
  ): MaybePromise<AnyVerdict> {
    const slot = this.registry.slot(event);
    return slot.active ? dispatchIn(this, slot, payload as Payload, native) : ALLOW;
  }

  handOver(agent: AgentIdentity): void {
    this.agent = agent;
  }

  end(ending: ChatEnding): MaybePromise<void> {
    if (this.ended) return undefined;
    this.ended = true;
    for (const unfollow of this.#unfollow ?? []) unfollow();
    if (ending.kind !== 'done') this.abort(ending.kind === 'abort' ? ending.reason : ending.error);
    return this.#ends(this, ending);
  }

  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.abortReason = reason;
    this.#controller?.abort(reason);
  }

  #follow(signal: AbortSignal | undefined): void {
    const unfollow = followSignal(signal, (reason) => this.abort(reason));
    if (unfollow !== undefined) (this.#unfollow ??= []).push(unfollow);
  }
}
