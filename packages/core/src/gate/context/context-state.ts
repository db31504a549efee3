import type { EventSource } from './event-source.ts';

/** Who decided: a hook here, or one elsewhere that a hook here speaks for. */
export interface Decider {
  readonly label: string;
  readonly policy?: string;
}

/** The payload by key; it belongs to the dispatch, which replaces its slot. */
export type Payload = Record<string, unknown>;

/** What the dispatcher knows of one emission and hooks must not reach. */
export class ContextState {
  readonly #payload: Payload;
  readonly #origin: EventSource;
  readonly #tooDeep: boolean;
  #decidedBy: Decider | undefined;
  #approved = false;

  constructor(origin: EventSource, payload: Payload, tooDeepHere: boolean) {
    this.#payload = payload;
    this.#origin = origin;
    this.#tooDeep = tooDeepHere;
  }

  static payload(this: void, context: object): Payload {
    return (context as ContextState).#payload;
  }

  static origin(this: void, context: ContextState): EventSource {
    return context.#origin;
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
export const sourceOf: (context: ContextState) => EventSource = ContextState.origin;

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
