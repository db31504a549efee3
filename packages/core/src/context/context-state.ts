import type { Verb } from '../contract/decisions/verdict.ts';
import type { MaybePromise } from '../contract/hooks/store.ts';
import type { EventSource } from './event-source.ts';

/** The hook that decided: a local one, or a remote one for which a local hook speaks. */
export interface Decider {
  readonly label: string;
  readonly policy?: string;
}

/** The payload by key. It belongs to the dispatch, which replaces the value in its slot. */
export type Payload = Record<string, unknown>;

/** The facts that differ from one emission to the next. */
export interface Emission {
  readonly attempt?: number;
  readonly iteration?: number | undefined;
  readonly native?: unknown;
  readonly resumed?: boolean;
  /** The person's answer to the suspended step, as the host passes it on. */
  readonly approval?: 'yes' | 'no' | undefined;
  /** The verbs that cannot be carried out this time. */
  readonly without?: readonly Verb[];
  /** The verbs that come too late, because the content has already left. */
  readonly tooLate?: readonly Verb[] | undefined;
  /** Returns why the host cannot carry out a changed value, if it cannot. */
  readonly unsupported?:
    | ((changed: never, original: never) => MaybePromise<string | undefined>)
    | undefined;
  /** How often the step may still be retried; without it, the dispatching code decides. */
  readonly retriesLeft?: number;
}

/** The dispatcher's own facts about one emission, which hooks must not reach. */
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

/** Returns the current payload of a context. */
export const payloadOf: (context: object) => Payload = ContextState.payload;

/** Returns the source that emitted a context. */
export const sourceOf: (context: ContextState) => EventSource = ContextState.source;

/** Returns the facts of the emission of a context. */
export const emissionOf: (context: ContextState) => Emission = ContextState.emission;

/** Whether the emission is nested deeper than the registry allows. */
export const tooDeep: (context: ContextState) => boolean = ContextState.tooDeep;

/** Returns the hook whose verdict stands. */
export const decidedBy: (context: ContextState) => Decider | undefined = ContextState.decidedBy;

/** Notes the hook whose verdict stands. */
export const decide: (context: ContextState, hook: Decider | undefined) => void =
  ContextState.decide;

/** Whether somebody was asked about this step and approved it. */
export const wasApproved: (context: ContextState) => boolean = ContextState.wasApproved;

/** Notes that somebody approved this step. */
export const markApproved: (context: ContextState) => void = ContextState.markApproved;
