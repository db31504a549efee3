import type { Chat } from '../contract/adapter/chat.ts';
import type { StepTracer } from '../contract/adapter/tracer.ts';
import type { EventDefinition } from './events/event-table.ts';
import { HookPlan, inOrder, NONE } from './hook-plan.ts';
import type { ObserverRegistration, Registration } from './registration.ts';

/** The state that registries share if they extend each other. */
export interface Family {
  /** Every removal raises this. A loop that sees it change looks for removed hooks. */
  removals: number;
  /** The events that an app defined, by name. */
  readonly events: Map<string, EventDefinition>;
  /** The failures that were printed because nobody observes them. */
  readonly printed: Set<string>;
  /** Whether an outermost chat has ended. */
  hadChat?: boolean;
  /** Follows the steps with spans of its own. */
  tracer?: StepTracer | undefined;
  /** Checks the configuration after an outermost chat has ended, if an adapter knows more about the app than core. */
  chatEnded?: (chat: Chat) => void;
}

/** The parts of a registry that its slots need. */
export interface EventHooksOwner {
  /** Every registration and removal in this registry raises this. */
  revision: number;
  /** Shared with the registries that this one extends, and with those that extend it. */
  readonly family: Family;
  /** Returns the observers of all events. */
  everywhere(): readonly ObserverRegistration[];
  slot(event: string): EventHooks;
}

const NOTHING = new HookPlan(NONE, NONE, NONE);

/** The hooks of one event, in one registry and in the registries that it extends. */
export class EventHooks {
  readonly definition: EventDefinition;
  readonly #owner: EventHooksOwner;
  readonly #parent: EventHooks | undefined;
  #own: readonly Registration[] = NONE;
  #ownObservers: readonly ObserverRegistration[] = NONE;
  #revision = -1;
  #inherited: HookPlan | undefined;
  #plan: HookPlan = NOTHING;
  #mirrored: { readonly of: HookPlan; readonly plan: HookPlan } | undefined;

  constructor(definition: EventDefinition, owner: EventHooksOwner, parent?: EventHooks) {
    this.definition = definition;
    this.#owner = owner;
    this.#parent = parent;
  }

  get family(): Family {
    return this.#owner.family;
  }

  /** The plan of the current registrations, compiled on the first use after a change. */
  get plan(): HookPlan {
    const { revision } = this.#owner;
    const inherited = this.#parent?.plan;
    if (this.#revision !== revision || this.#inherited !== inherited) {
      this.#plan = this.#compile(inherited);
      this.#revision = revision;
      this.#inherited = inherited;
    }
    return this.#plan;
  }

  /** Returns the plan for this payload. In a wire protocol, the order is reversed if the leg says so. */
  planFor(payload: Readonly<Record<string, unknown>>): HookPlan {
    const { plan } = this;
    const { answers, after } = this.definition;
    if (answers === undefined || answers(payload) === after) return plan;
    if (this.#mirrored?.of !== plan) {
      const mirrored = new HookPlan(inOrder(plan.hooks, !after), plan.observers, plan.takers);
      this.#mirrored = { of: plan, plan: mirrored };
    }
    return this.#mirrored.plan;
  }

  /** False if nothing listens, so that the step costs nothing. */
  get active(): boolean {
    return this.plan.active;
  }

  /** The observers of this event only, those of extended registries first. */
  get listeners(): readonly ObserverRegistration[] {
    const inherited = this.#parent?.listeners ?? NONE;
    return this.#ownObservers.length === 0 ? inherited : [...inherited, ...this.#ownObservers];
  }

  add(registration: Registration): void {
    this.#own = this.#own.concat(registration);
    this.#owner.revision++;
  }

  addObserver(registration: ObserverRegistration): void {
    this.#ownObservers = this.#ownObservers.concat(registration);
    this.#owner.revision++;
  }

  remove(registration: Registration | ObserverRegistration): void {
    registration.disposed = true;
    this.#own = this.#own.filter((other) => other !== registration);
    this.#ownObservers = this.#ownObservers.filter((other) => other !== registration);
    this.#owner.revision++;
    this.family.removals++;
  }

  #compile(inherited: HookPlan | undefined): HookPlan {
    const { after, kind } = this.definition;
    const observers = inOrder([...this.listeners, ...this.#owner.everywhere()], after);
    const takers = [...observers, ...this.#owner.slot('onDecision').listeners].filter(
      ({ takesRecord }) => kind === 'interceptor' && takesRecord,
    );
    const same =
      observers.length === inherited?.observers.length && takers.length === inherited.takers.length;
    if (inherited !== undefined && same && this.#own.length === 0) return inherited;
    return new HookPlan(
      inOrder([...(inherited?.hooks ?? NONE), ...this.#own], after),
      observers,
      takers,
    );
  }
}
