import { z } from 'zod';

import type { Cabin, Route, Segment } from './airline-records.ts';

interface Bags {
  readonly total_baggages: number;
  /** Those to be paid for. */
  readonly nonfree_baggages: number;
}

interface OfReservation {
  readonly reservation_id: string;
}

interface Passenger {
  readonly first_name: string;
  readonly last_name: string;
  /** `YYYY-MM-DD`. */
  readonly dob: string;
}

/** The arguments of every tool that changes the booking database. */
export interface WriteArguments {
  readonly book_reservation: Route &
    Bags & {
      readonly user_id: string;
      readonly cabin: Cabin;
      readonly flights: readonly Segment[];
      readonly passengers: readonly Passenger[];
      readonly payment_methods: readonly { readonly payment_id: string; readonly amount: number }[];
      readonly insurance: 'yes' | 'no';
    };
  readonly update_reservation_flights: OfReservation & {
    readonly cabin: Cabin;
    readonly flights: readonly Segment[];
    readonly payment_id: string;
  };
  readonly update_reservation_baggages: OfReservation & Bags & { readonly payment_id: string };
  readonly update_reservation_passengers: OfReservation & {
    readonly passengers: readonly Passenger[];
  };
  readonly cancel_reservation: OfReservation;
  readonly send_certificate: { readonly user_id: string; readonly amount: number };
}

const text = z.string().min(1);
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const cabin = z.enum(['basic_economy', 'economy', 'business']);
const count = z.int().nonnegative();
const flights = z.array(z.object({ flight_number: text, date: day })).min(1);
const passengers = z.array(z.object({ first_name: text, last_name: text, dob: day }));
const payments = z.array(z.object({ payment_id: text, amount: z.number() }));

/** Reads the arguments of each tool; another key, or a missing one, is an error. */
export const writeSchemas: {
  readonly [Name in keyof WriteArguments]: z.ZodType<WriteArguments[Name]>;
} = {
  book_reservation: z.strictObject({
    user_id: text,
    origin: text,
    destination: text,
    flight_type: z.enum(['one_way', 'round_trip']),
    cabin,
    flights,
    passengers,
    payment_methods: payments,
    total_baggages: count,
    nonfree_baggages: count,
    insurance: z.enum(['yes', 'no']),
  }),
  update_reservation_flights: z.strictObject({
    reservation_id: text,
    cabin,
    flights,
    payment_id: text,
  }),
  update_reservation_baggages: z.strictObject({
    reservation_id: text,
    total_baggages: count,
    nonfree_baggages: count,
    payment_id: text,
  }),
  update_reservation_passengers: z.strictObject({ reservation_id: text, passengers }),
  cancel_reservation: z.strictObject({ reservation_id: text }),
  send_certificate: z.strictObject({ user_id: text, amount: z.number() }),
};
