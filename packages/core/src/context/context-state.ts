import type { ModelStep } from '../contract/adapter/model-step.ts';
import type { Verb } from '../contract/decisions/verdict.ts';
import type { EventSource } from './event-source.ts';

/** Who decided: a hook here, or one elsewhere that a hook here speaks for. */
export interface Decider {
  readonly label: string;
  readonly policy?: string;
}

/** The payload by key; it belongs to the dispatch, which replaces its slot. */
export type Payload = Record<string, unknown>;

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

/** What the dispatcher knows of one emission and hooks must not reach. */
export class ContextState {
  readonly #payload: Payload;
  readonly #source: EventSource;
  readonly #emission: Emission;
  readonly #tooDeep: boolean;
  #decidedBy: Decider | undefined;
  #approved = false;

  constructor(source: EventSource, payload: Payload, emission: Emission, tooDeepHere: boolean) {
    this.#payload = payload;
    this.#source = source;
    this.#emission = emission;
    this.#tooDeep = tooDeepHere;
  }

  static payload(this: void, context: object): Payload {
    return (context as ContextState).#payload;
  }

  static source(this: void, context: ContextState): EventSource {
    return context.#source;
  }

  static emission(this: void, context: ContextState): Emission {
    return context.#emission;
  }

  static tooDeep(this: void, context: ContextState): boolean {
    return context.#tooDeep;
  }

  static decidedBy(this: void, context: ContextState): Decider | undefined {
    return context.#decidedBy;
  }

  static decide(this: void, context: ContextState, hook: Decider | undefined): void {
    context.#decidedBy = hook;
  }

  static wasApproved(this: void, context: ContextState): boolean {
    return context.#approved;
  }

  static markApproved(this: void, context: ContextState): void {
    context.#approved = true;
  }
}

/** The current payload of a context. */
export const payloadOf: (context: object) => Payload = ContextState.payload;

/** Where a context was emitted. */
export const sourceOf: (context: ContextState) => EventSource = ContextState.source;

/** What came with the emission of a context. */
export const emissionOf: (context: ContextState) => Emission = ContextState.emission;

/** True when the emission is nested deeper than the registry allows. */
export const tooDeep: (context: ContextState) => boolean = ContextState.tooDeep;

/** The hook whose verdict stands. */
export const decidedBy: (context: ContextState) => Decider | undefined = ContextState.decidedBy;

/** Notes the hook whose verdict stands. */
export const decide: (context: ContextState, hook: Decider | undefined) => void =
  ContextState.decide;

/** True when somebody was asked about this step and said yes. */
export const wasApproved: (context: ContextState) => boolean = ContextState.wasApproved;

/** Notes that somebody approved this step. */
export const markApproved: (context: ContextState) => void = ContextState.markApproved;
