import type { Disposer, HookOptions, ObserverOptions } from '../contract/hooks/hook.ts';
import type { Policy } from '../contract/hooks/hooks.ts';
import type { EventOptions } from '../contract/hooks/hooks.ts';
import type { AgentIdentity } from '../contract/values/index.ts';
import { InterposeError, invalidOption } from '../errors/interpose-error.ts';
import { conditionHolds } from './condition-holds.ts';
import { defineEvent } from './events/define-event.ts';
import { bindSignal, disposer } from './disposer.ts';
import { EVENT_TABLE, type EventDefinition } from './events/event-table.ts';
import { nearestName } from '../errors/nearest-name.ts';
import { reaches } from './hook-plan.ts';
import {
  type Callee,
  type ObserverRegistration,
  type Registration,
  registerHook,
  registerObserver,
} from './registration.ts';
import type { Settings } from './options.ts';
import { EventHooks, type EventHooksOwner, type Family, NONE } from './event-hooks.ts';

/** What a context says about whom it is for. */
interface Reached {
  readonly call?: { readonly name: string };
  readonly agent: AgentIdentity;
}

/** Keeps every hook of one registry in its slot. */
export class HookRegistry implements EventHooksOwner {
  readonly family: Family;
  revision = 0;
  readonly settings: Settings;
  readonly #parent: HookRegistry | undefined;
  readonly #slots = new Map<string, EventHooks>();
  readonly #custom: Map<string, EventDefinition>;
  readonly #policies = new Set<string>();
  #everywhere: readonly ObserverRegistration[] = [];
  #records = 0;
  /** Hooks that are bound to tools, each with its event. */
  #bound: (readonly [event: string, hook: Registration])[] | undefined;

  constructor(settings: Settings, parent?: HookRegistry) {
    this.settings = settings;
    this.#parent = parent;
    this.family = parent?.family ?? { removals: 0, printed: new Set() };
    this.#custom = parent === undefined ? new Map<string, EventDefinition>() : parent.#custom;
  }

  /** The slot of this event. Throws `unknown_event`, naming the nearest one. */
  slot(event: string): EventHooks {
    const known = this.#slots.get(event);
    if (known !== undefined) return known;
    const slot = new EventHooks(this.#definition(event), this, this.#parent?.slot(event));
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
    const slot = this.slot(event);
    const registration = registerHook(event, call, options, this.settings, policy, more);
    checkPlace(slot.definition, options);
    if (slot.definition.kind === 'observer')
      return this.#watchFor(slot, registration, options.signal);
    slot.add(registration);
    if (registration.tool !== undefined) (this.#bound ??= []).push([event, registration]);
    registration.remove = () => slot.remove(registration);
    return bindSignal(disposer(registration.remove), options.signal);
  }

  observe(
    event: string,
    call: Callee,
    options: ObserverOptions,
    more?: readonly unknown[],
  ): Disposer {
    const registration = registerObserver(event, call, options, undefined, more);
    if (event !== '*')
      return bindSignal(this.#watch(this.slot(event), registration), options.signal);
    this.#everywhere = [...this.#everywhere, registration];
    this.revision++;
    const remove = (): void => {
      registration.disposed = true;
      this.#everywhere = this.#everywhere.filter((other) => other !== registration);
      this.revision++;
      this.family.removals++;
    };
    return bindSignal(disposer(remove), options.signal);
  }

  /** Keeps a policy's name for one of it: two of a name could not be told apart in records and approvals. */
  claimPolicy(name: string): void {
    if (this.#policies.has(name)) {
      throw new InterposeError(
        'duplicate_policy',
        `there is a policy ${name} already`,
        'use it once, or name them apart: { ...policy, name }',
      );
    }
    this.#policies.add(name);
  }

  releasePolicy(name: string): void {
    this.#policies.delete(name);
  }

  defineEvent(name: string, options: EventOptions): void {
    if (typeof name !== 'string' || name === '' || name === '*' || this.#find(name) !== undefined) {
      throw new InterposeError(
        'invalid_event',
        `the event ${JSON.stringify(name)} exists or has no name`,
        'choose a new name',
      );
    }
    this.#custom.set(name, defineEvent(name, options));
  }

  everywhere(): readonly ObserverRegistration[] {
    return this.#parent === undefined
      ? this.#everywhere
      : [...this.#parent.everywhere(), ...this.#everywhere];
  }

  /** True when a hook or an observer listens to anything, here or in what this one extends. */
  get listens(): boolean {
    if (this.#everywhere.length > 0 || this.#parent?.listens === true) return true;
    return [...this.#slots.values()].some((slot) => slot.active);
  }

  /** The hooks here, and in what this one extends, whose `tool` filter let no call through so far. */
  unmatched(): readonly (readonly [event: string, hook: Registration])[] {
    const inherited = this.#parent?.unmatched() ?? NONE;
    if (this.#bound === undefined) return inherited;
    const own = this.#bound.filter(([, { disposed, matched }]) => !disposed && !matched);
    return [...inherited, ...own];
  }

  recordsWanted(): boolean {
    return this.#records > 0 || this.#parent?.recordsWanted() === true;
  }

  #watch(slot: EventHooks, registration: ObserverRegistration): Disposer {
    const counts = slot.definition.name === 'onDecision' ? 1 : 0;
    this.#records += counts;
    slot.addObserver(registration);
    return disposer(() => {
      this.#records -= counts;
      slot.remove(registration);
    });
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
    return EVENT_TABLE.get(event) ?? this.#custom.get(event);
  }

  #definition(event: unknown): EventDefinition {
    const definition = this.#find(event as string);
    if (definition !== undefined) return definition;
    const nearest = nearestName(String(event), [...EVENT_TABLE.keys(), ...this.#custom.keys()]);
    throw new InterposeError(
      'unknown_event',
      `there is no event ${String(event)}`,
      `did you mean ${nearest}?`,
    );
  }
}

/** Refuses an option that would do nothing here: what is only observed is neither held up nor decided. */
function checkPlace({ name, kind, keys }: EventDefinition, options: HookOptions<never>): void {
  const idle = Object.entries(options).find(([option, value]) => {
    if (value === undefined) return false;
    if (option === 'tool') return keys?.includes('call') === false;
    if (option === 'window') return name !== 'onResponseDelta';
    return kind === 'observer' && /^(?:always|onError|stream|timeoutMs)$/.test(option);
  });
  if (idle) throw invalidOption(`${idle[0]} says nothing at ${name}`, 'drop it');
}
