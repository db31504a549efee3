import type { Host } from '../contract/hooks/context.ts';
import type { SessionView } from '../contract/hooks/session.ts';
import type { AgentIdentity, Dict, Trace, User } from '../contract/values/index.ts';
import type { Verb } from '../contract/decisions/verdict.ts';
import type { EventDefinition } from '../registry/events/event-table.ts';
import {
  ContextState,
  emissionOf,
  payloadOf,
  sourceOf,
  type Emission,
  type Payload,
} from './context-state.ts';
import { freezeValues } from './freeze.ts';
import type { EventSource } from './event-source.ts';
import { exposeGetters, exposeKeys, exposePayload } from './payload-getters.ts';

/** The context that hooks get: getters over the dispatch's own state. Assigning throws, and no copy is made. */
export class EventContext extends ContextState {
  readonly #definition: EventDefinition;
  readonly #step: number;
  readonly #at: number = Date.now();
  readonly #depth: number;
  #metadata: Record<string, unknown> | undefined;

  constructor(
    source: EventSource,
    definition: EventDefinition,
    payload: Payload,
    emission: Emission,
    depth: number,
  ) {
    super(source, payload, emission, depth > source.registry.settings.maxDepth);
    this.#definition = definition;
    this.#step = source.session.nextStep();
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
    return emissionOf(this).resumed === true;
  }

  get stepId(): string {
    return `${sourceOf(this).session.id}:${this.#step}`;
  }

  get iteration(): number | undefined {
    return emissionOf(this).iteration;
  }

  get attempt(): number {
    return emissionOf(this).attempt ?? 1;
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
    return emissionOf(this).native === undefined
      ? host
      : { ...host, native: emissionOf(this).native };
  }

  get can(): readonly Verb[] {
    const { without, tooLate = without } = emissionOf(this);
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
exposePayload(EventContext.prototype);

const FIRST: Emission = Object.freeze({});

/**
 * Makes the context of one emission. From now on the payload belongs to the dispatch. All events share one class, so
 * that the JavaScript engine sees one shape for all of them.
 */
export function createContext(
  source: EventSource,
  definition: EventDefinition,
  payload: Payload,
  emission: Emission = FIRST,
  depth: number = source.depth,
): EventContext {
  if (definition.keys === undefined) exposeKeys(EventContext.prototype, Object.keys(payload));
  return new EventContext(source, definition, payload, emission, depth);
}

/** Makes the context of an event that fires now, with the depth of the hooks on the stack. */
export function emitContext(
  source: EventSource,
  definition: EventDefinition,
  payload: Payload,
  emission?: Emission,
): EventContext {
  if (source.registry.settings.strict) freezeValues(payload);
  return createContext(source, definition, payload, emission, source.depthHere);
}
