import type { Verb } from '../decisions/verdict.ts';

/**
 * What one event carries and what a hook on it may say.
 *
 * @example
 * const shape: EventShape = { kind: 'interceptor', payload: { charge: { cents: 5 } }, slot: 'charge' };
 */
export interface EventShape {
  readonly kind: 'interceptor' | 'observer';
  readonly payload: object;
  /** The payload key that `modify` replaces. */
  readonly slot?: string;
  /** What `respond` may supply, by key. */
  readonly outcomes?: object;
  /** Beyond allow and deny; by default modify with a slot, respond with outcomes, ask. */
  readonly verbs?: Verb;
}

/**
 * Shapes an observer event.
 *
 * @example
 * declare module '@interpose/core' {
 *   interface EventMap {
 *     onShipped: Observed<{ readonly parcel: string }>;
 *   }
 * }
 * hooks.defineEvent('onShipped', { kind: 'observer' });
 * hooks.observe('onShipped', ({ parcel }) => console.log(parcel));
 */
export interface Observed<Payload extends object> {
  readonly kind: 'observer';
  readonly payload: Payload;
}

/**
 * Shapes an interceptor event: payload, slot, outcomes, verbs.
 *
 * @example
 * declare module '@interpose/core' {
 *   interface EventMap {
 *     preShip: Intercepted<{ readonly parcel: string }, 'parcel', 'modify'>;
 *   }
 * }
 * hooks.defineEvent('preShip', { kind: 'interceptor', slot: 'parcel', verbs: ['modify'] });
 * hooks.addHook('preShip', ({ parcel }) => ({ parcel: parcel.trim() }));
 */
export interface Intercepted<
  Payload extends object,
  Slot extends string,
  Verbs extends string,
  Outcomes extends object = Record<never, never>,
> {
  readonly kind: 'interceptor';
  readonly payload: Payload;
  readonly slot: Slot;
  readonly outcomes: Outcomes;
  readonly verbs: 'allow' | 'deny' | Verbs;
}
