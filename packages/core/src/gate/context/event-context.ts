import type { ModelStep } from '../../contract/adapter/index.ts';
import type { Host } from '../../contract/hooks/context.ts';
import type { SessionView } from '../../contract/hooks/session.ts';
import type { AgentIdentity, Dict, Trace, User } from '../../contract/values/index.ts';
import type { Verb } from '../../contract/decisions/verdict.ts';
import type { EventDefinition } from '../../registry/events/event-table.ts';
import { ContextState, sourceOf, payloadOf, type Payload } from './context-state.ts';
import type { EventSource } from './event-source.ts';
import { exposeGetters } from './expose-getters.ts';
import { PAYLOAD_ACCESSORS } from './payload-getters.ts';

/** What differs from one emission to the next. */
export interface Emission {
  readonly attempt?: number;
  readonly iteration?: number | undefined;
  readonly native?: unknown;
  readonly resumed?: boolean;
  /** What the host says a person answered to the suspended step. */
  readonly approval?: 'yes' | 'no' | undefined;
  /** Verbs that cannot be carried out this time. */
  readonly without?: readonly Verb[];
  /** Verbs that come too late: what they are about has left already. */
  readonly tooLate?: readonly Verb[];
  /** Why the host cannot carry out a changed value, where it cannot. */
  readonly unsupported?: ModelStep<never>['unsupported'];
  /** How many more times the step may run; without it, whoever dispatches decides. */
  readonly retriesLeft?: number;
}

/** What hooks see: getters over the dispatch's own state, so that assigning throws and costs nothing. */
export class EventContext extends ContextState {
  readonly #definition: EventDefinition;
  readonly #emission: Emission;
  readonly #step: number;
  readonly #at: number = Date.now();
  readonly #depth: number;
  #metadata: Record<string, unknown> | undefined;

  static emission(this: void, context: EventContext): Emission {
    return context.#emission;
  }

  constructor(
    origin: EventSource,
    definition: EventDefinition,
    payload: Payload,
    emission: Emission,
    depth: number,
  ) {
    super(origin, payload, depth > origin.registry.settings.maxDepth);
    this.#definition = definition;
    this.#emission = emission;
    this.#step = origin.session.nextStep();
    this.#depth = depth;
  }

  get event(): string {
    return this.#definition.name;
  }

  get session(): SessionView {
    return sourceOf(this).session;
  }

  get chatId(): string {
    return sourceOf(this).id;
  }

  get parentChatId(): string | undefined {
    return sourceOf(this).parentChatId;
  }

  get resumed(): boolean {
    return this.#emission.resumed === true;
  }

  get stepId(): string {
    return `${sourceOf(this).session.id}:${this.#step}`;
  }

  get iteration(): number | undefined {
    return this.#emission.iteration;
  }

  get attempt(): number {
    return this.#emission.attempt ?? 1;
  }

  get depth(): number {
    return this.#depth;
  }

  get at(): number {
    return this.#at;
  }

  get agent(): AgentIdentity {
    return sourceOf(this).agent;
  }

  get user(): User | undefined {
    return sourceOf(this).user;
  }

  get reasoning(): string | undefined {
    return sourceOf(this).reasoning;
  }

  get trace(): Trace | undefined {
    return sourceOf(this).trace;
  }

  get host(): Host {
    const { host } = sourceOf(this);
    return this.#emission.native === undefined ? host : { ...host, native: this.#emission.native };
  }

  get can(): readonly Verb[] {
    const { without, tooLate = without } = this.#emission;
    return sourceOf(this)
      .can(this.#definition)
      .filter((verb) => !tooLate?.includes(verb));
  }

  get mode(): 'enforce' | 'monitor' {
    return sourceOf(this).registry.settings.mode;
  }

  get signal(): AbortSignal {
    return sourceOf(this).signal;
  }

  get metadata(): Record<string, unknown> {
    return (this.#metadata ??= {});
  }

  toJSON(): Dict {
    const { session, chatId, stepId, attempt, iteration, at, agent, user } = this;
    const { event, parentChatId } = this;
    const identity = {
      event,
      sessionId: session.id,
      chatId,
      parentChatId,
      stepId,
      attempt,
      iteration,
      at,
      agent,
      user,
    };
    return { ...identity, ...payloadOf(this) };
  }
}

exposeGetters(EventContext.prototype, Object.getOwnPropertyDescriptors(EventContext.prototype));
exposeGetters(EventContext.prototype, Object.getOwnPropertyDescriptors(PAYLOAD_ACCESSORS));

/** What came with the emission of a context. */
export const emissionOf: (context: EventContext) => Emission = EventContext.emission;
