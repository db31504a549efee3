import type { Disposer, HookOptions, ObserverOptions } from '../contract/hooks/hook.ts';
import type { Policy } from '../contract/hooks/hooks.ts';
import type { EventOptions } from '../contract/hooks/hooks.ts';
import type { AgentIdentity } from '../contract/values/index.ts';
import { InterposeError } from '../errors/interpose-error.ts';
import { conditionHolds } from './condition-holds.ts';
import { defineEvent } from './events/define-event.ts';
import { bindSignal, disposer } from './disposer.ts';
import { EVENT_TABLE, type EventDefinition } from './events/event-table.ts';
import { nearestName } from '../errors/nearest-name.ts';
import { isUnmatched, NONE, reaches } from './hook-plan.ts';
import {
  type Callee,
  type ObserverRegistration,
  type Registration,
  registerHook,
  registerObserver,
} from './registration.ts';
import { checkPlace, type Settings } from './options.ts';
import { EventHooks, type EventHooksOwner, type Family } from './event-hooks.ts';

/** The parts of a context that filters read. */
interface Reached {
  readonly call?: { readonly name: string };
  readonly agent: AgentIdentity;
}

/** Keeps all hooks of one registry in the slots of their events. */
export class HookRegistry implements EventHooksOwner {
  readonly family: Family;
  revision = 0;
  readonly settings: Settings;
  readonly #parent: HookRegistry | undefined;
  readonly #slots = new Map<string, EventHooks>();
  #policies: readonly string[] = NONE;
  #everywhere: readonly ObserverRegistration[] = NONE;
  /** The hooks that are for tools or agents, each with its event. */
  #bound: (readonly [event: string, hook: Registration])[] | undefined;

  constructor(settings: Settings, parent?: HookRegistry) {
    this.settings = settings;
    this.#parent = parent;
    this.family = parent?.family ?? { removals: 0, events: new Map(), printed: new Set() };
  }

  /**
   * Returns the slot of this event. For a layer that adds nothing to the event, it is the slot of the extended
   * registry. Throws `unknown_event` with the nearest name.
   */
  slot(event: string): EventHooks {
    const known = this.#slots.get(event);
    if (known !== undefined) return known;
    return this.#parent === undefined || this.#listensToAll
      ? this.#ownSlot(event)
      : this.#parent.slot(event);
  }

  /** Whether this layer has observers that every slot has to inform. */
  get #listensToAll(): boolean {
    return this.#everywhere.length > 0 || this.#slots.has('onDecision');
  }

  #ownSlot(event: string): EventHooks {
    const known = this.#slots.get(event);
    if (known !== undefined) return known;
    const parent = this.#parent;
    const inherited = parent === undefined ? undefined : parent.#ownSlot(event);
    const slot = new EventHooks(this.#definition(event), this, inherited);
    this.#slots.set(event, slot);
    return slot;
  }

  add(
    event: string,
    call: Callee,
    options: HookOptions<never>,
    policy?: Policy,
    more?: readonly unknown[],
  ): Disposer {
    const slot = this.#ownSlot(event);
    const registration = registerHook(event, call, options, this.settings, policy, more);
    checkPlace(slot.definition, options);
    if (slot.definition.kind === 'observer')
      return this.#watchFor(slot, registration, options.signal);
    slot.add(registration);
    if (registration.unseen) (this.#bound ??= []).push([event, registration]);
    registration.slot = slot;
    return bindSignal(
      disposer(() => slot.remove(registration)),
      options.signal,
    );
  }

  observe(
    event: string,
    call: Callee,
    options: ObserverOptions,
    more?: readonly unknown[],
  ): Disposer {
    const registration = registerObserver(event, call, options, undefined, more);
    if (event !== '*')
      return bindSignal(this.#watch(this.#ownSlot(event), registration), options.signal);
    this.#everywhere = this.#everywhere.concat(registration);
    this.revision++;
    const remove = (): void => {
      registration.disposed = true;
      this.#everywhere = this.#everywhere.filter((other) => other !== registration);
      this.revision++;
      this.family.removals++;
    };
    return bindSignal(disposer(remove), options.signal);
  }

  /** Reserves a policy's name. Records and approvals could not tell two policies of the same name apart. */
  claimPolicy(name: string): void {
    if (this.#policies.includes(name)) {
      throw new InterposeError(
        'duplicate_policy',
        `there is a policy ${name} already`,
        'use it once, or name them apart: { ...policy, name }',
      );
    }
    this.#policies = this.#policies.concat(name);
  }

  releasePolicy(name: string): void {
    this.#policies = this.#policies.filter((other) => other !== name);
  }

  defineEvent(name: string, options: EventOptions, more: readonly unknown[]): void {
    if (typeof name !== 'string' || name === '' || name === '*' || this.#find(name) !== undefined) {
      throw new InterposeError(
        'invalid_event',
        `the event ${JSON.stringify(name)} exists or has no name`,
        'choose a new name',
      );
    }
    this.family.events.set(name, defineEvent(name, options, more));
  }

  everywhere(): readonly ObserverRegistration[] {
    return this.#parent === undefined
      ? this.#everywhere
      : [...this.#parent.everywhere(), ...this.#everywhere];
  }

  /** Whether a hook or an observer listens to anything, here or in a registry that this one extends. */
  get listens(): boolean {
    if (this.#everywhere.length > 0 || this.#parent?.listens === true) return true;
    return [...this.#slots.values()].some((slot) => slot.active);
  }

  /** Returns the hooks, here and in extended registries, whose `tool` or `agent` has not matched so far. */
  unmatched(): readonly (readonly [event: string, hook: Registration])[] {
    const inherited = this.#parent?.unmatched() ?? NONE;
    if (this.#bound === undefined) return inherited;
    const own = this.#bound.filter(([, hook]) => isUnmatched(hook));
    return [...inherited, ...own];
  }

  #watch(slot: EventHooks, registration: ObserverRegistration): Disposer {
    slot.addObserver(registration);
    return disposer(() => slot.remove(registration));
  }

  #watchFor(slot: EventHooks, hook: Registration, signal: AbortSignal | undefined): Disposer {
    const observer = registerObserver(
      hook.label,
      (ctx: unknown) => {
        const { call, agent } = ctx as Reached;
        if (!reaches(hook, call?.name, agent)) return undefined;
        if (!conditionHolds(hook, ctx)) return undefined;
        if (hook.once) dispose();
        return hook.call(ctx);
      },
      { name: hook.label, priority: hook.priority },
      hook,
    );
    const dispose = this.#watch(slot, observer);
    return bindSignal(dispose, signal);
  }

  #find(event: string): EventDefinition | undefined {
    return EVENT_TABLE.get(event) ?? this.family.events.get(event);
  }

  #definition(event: unknown): EventDefinition {
    const definition = this.#find(event as string);
    if (definition !== undefined) return definition;
    const nearest = nearestName(String(event), [
      ...EVENT_TABLE.keys(),
      ...this.family.events.keys(),
    ]);
    throw new InterposeError(
      'unknown_event',
      `there is no event ${String(event)}`,
      `did you mean ${nearest}?`,
    );
  }
}
