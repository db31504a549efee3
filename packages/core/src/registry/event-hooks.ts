import type { Chat } from '../contract/adapter/chat.ts';
import type { StepTracer } from '../contract/adapter/tracer.ts';
import type { EventDefinition } from './events/event-table.ts';
import { HookPlan, inOrder, NONE } from './hook-plan.ts';
import type { ObserverRegistration, Registration } from './registration.ts';

/** What registries that extend each other share. */
export interface Family {
  /** Raised by every removal; a loop that sees it change looks for disposed hooks. */
  removals: number;
  /** The events that an app defined, by name. */
  readonly events: Map<string, EventDefinition>;
  /** Failures that were printed because nobody observes them. */
  readonly printed: Set<string>;
  /** Whoever follows the steps with spans of their own. */
  tracer?: StepTracer | undefined;
  /** Looks at what was configured once an outermost chat has ended, where an adapter knows more of the app than core. */
  chatEnded?: (chat: Chat) => void;
}

/** What a slot needs to know of its registry. */
export interface EventHooksOwner {
  /** Raised by every registration and removal in this registry. */
  revision: number;
  /** Shared with the registries it extends and those that extend it. */
  readonly family: Family;
  /** Observers of every event. */
  everywhere(): readonly ObserverRegistration[];
  slot(event: string): EventHooks;
}

const NOTHING = new HookPlan(NONE, NONE, NONE);

/** The hooks of one event in one registry, and of the registry it extends. */
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

  /** The plan of what is registered now; compiled on first use after a change. */
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

  /** The plan for this payload: the other way round where the leg says so. */
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

  /** False when nothing listens: the step then costs nothing. */
  get active(): boolean {
    return this.plan.active;
  }

  /** The observers of this event alone, inherited ones first. */
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
