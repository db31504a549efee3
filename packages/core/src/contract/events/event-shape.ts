import type { Verb } from '../decisions/verdict.ts';

/**
 * The payload of one event and the verdicts that its hooks may return.
 *
 * @example
 * const shape: EventShape = { kind: 'interceptor', payload: { charge: { cents: 5 } }, slot: 'charge' };
 */
export interface EventShape {
  readonly kind: 'interceptor' | 'observer';
  readonly payload: object;
  /** The payload key that `modify` replaces. */
  readonly slot?: string;
  /** The outcomes that `respond` may supply, by key. */
  readonly outcomes?: object;
  /** The verbs beyond allow and deny. By default: modify if there is a slot, respond if there are outcomes, and ask. */
  readonly verbs?: Verb;
}

/**
 * The shape of an event that is only observed.
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
 * The shape of an event whose hooks decide: payload, slot, outcomes, verbs.
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
