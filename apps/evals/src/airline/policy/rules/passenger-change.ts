import type { Reservation } from '../records/airline-records.ts';
import type { Rule } from './rule.ts';
import type { WriteArguments } from '../records/write-arguments.ts';

/** A reservation whose passengers are about to be changed. */
export interface PassengerChange {
  readonly wanted: WriteArguments['update_reservation_passengers'];
  readonly reservation: Reservation;
}

/** What the policy says under "Modify flight" about passengers. */
export const passengerChangeRules: readonly Rule<PassengerChange>[] = [
  {
    code: 'passenger_count',
    reason: 'Passengers can be changed, their number cannot.',
    breaks: ({ wanted, reservation }) => wanted.passengers.length !== reservation.passengers.length,
  },
];
