import type { Customer, Reservation } from '../records/airline-records.ts';
import {
  follows,
  hasLeft,
  isConnected,
  isOnSale,
  isSameSegment,
  type KnownSegment,
} from '../records/itinerary.ts';
import { changePaymentRules } from './change-payment.ts';
import type { Rule } from './rule.ts';
import type { WriteArguments } from '../records/write-arguments.ts';

/** A reservation whose flights or cabin are about to be changed. */
export interface FlightChange {
  readonly wanted: WriteArguments['update_reservation_flights'];
  readonly reservation: Reservation;
  readonly customer: Customer;
  /** The flights as they are. */
  readonly current: readonly KnownSegment[];
  /** The flights as they would be. */
  readonly segments: readonly KnownSegment[];
}

/** What the policy says under "Modify flight" about flights and cabins. */
export const flightChangeRules: readonly Rule<FlightChange>[] = [
  ...changePaymentRules,
  {
    code: 'basic_economy_change',
    reason: 'Flights in basic economy cannot be changed; only the cabin can.',
    breaks: (change) => change.reservation.cabin === 'basic_economy' && isRerouted(change),
  },
  {
    code: 'segment_flown',
    reason:
      'A segment that was flown stays as it is, and the cabin is the same on all segments of a reservation.',
    breaks: (change) => change.current.some((one) => hasLeft(one) && !keeps(change, one)),
  },
  {
    code: 'flight_not_on_sale',
    reason: 'Only flights with the status "available" can be booked.',
    breaks: (change) => !added(change).every(isOnSale),
  },
  {
    code: 'not_the_route',
    reason:
      'The flights must connect; origin, destination and trip type stay as they are. Name every segment of the trip.',
    breaks: (change) =>
      isRerouted(change) &&
      !(isConnected(change.segments) && follows(change.segments, change.reservation)),
  },
];

function isRerouted({ current, segments }: FlightChange): boolean {
  return (
    current.length !== segments.length ||
    !current.every((one) => segments.some((other) => isSameSegment(one, other)))
  );
}

function keeps({ segments, wanted, reservation }: FlightChange, segment: KnownSegment): boolean {
  return (
    wanted.cabin === reservation.cabin && segments.some((other) => isSameSegment(segment, other))
  );
}

function added({ current, segments }: FlightChange): readonly KnownSegment[] {
  return segments.filter((one) => !current.some((other) => isSameSegment(one, other)));
}
