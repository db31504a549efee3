import type { MaybePromise } from '@interpose/core';

/** The cabins of every flight. */
export type Cabin = 'basic_economy' | 'economy' | 'business';

/** A customer's profile. */
export interface Customer {
  readonly membership: 'regular' | 'silver' | 'gold';
  /** By id, for example `gift_card_8020792`. */
  readonly payment_methods: Readonly<Record<string, { readonly source: PaymentKind }>>;
  readonly reservations: readonly string[];
}

/** What a payment method is. */
export type PaymentKind = 'credit_card' | 'gift_card' | 'certificate';

/** One flight on one day. */
export interface Segment {
  readonly flight_number: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
}

/** Where a trip begins, where it leads, and whether it comes back. */
export interface Route {
  /** IATA code. */
  readonly origin: string;
  /** IATA code. */
  readonly destination: string;
  readonly flight_type: 'one_way' | 'round_trip';
}

/** A reservation as the airline keeps it. */
export interface Reservation extends Route {
  readonly user_id: string;
  readonly cabin: Cabin;
  readonly flights: readonly Segment[];
  readonly passengers: readonly unknown[];
  /** Local time of the airline: `YYYY-MM-DDTHH:MM:SS`. */
  readonly created_at: string;
  readonly total_baggages: number;
  readonly insurance: 'yes' | 'no';
}

/** A flight number with what became of it on each day. */
export interface Flight {
  readonly origin: string;
  readonly destination: string;
  /** `HH:MM:SS`, with `+1` behind it on the next day. */
  readonly scheduled_departure_time_est: string;
  readonly scheduled_arrival_time_est: string;
  readonly dates: Readonly<Record<string, FlightDay>>;
}

/** A flight on one day; times are `YYYY-MM-DDTHH:MM:SS`. */
export interface FlightDay {
  readonly status: 'available' | 'on time' | 'delayed' | 'flying' | 'landed' | 'cancelled';
  readonly actual_departure_time_est?: string;
  readonly actual_arrival_time_est?: string;
}

/** What the policy reads of the airline's own database; undefined where there is no such record. */
export interface AirlineRecords {
  customer(id: string): MaybePromise<Customer | undefined>;
  reservation(id: string): MaybePromise<Reservation | undefined>;
  flight(number: string): MaybePromise<Flight | undefined>;
}
