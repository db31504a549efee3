import type { Customer, Reservation } from '../records/airline-records.ts';
import { isCancelled, isDelayed, type KnownSegment } from '../records/itinerary.ts';
import type { Rule } from './rule.ts';

/** A certificate that is about to be sent. */
export interface Compensation {
  readonly amount: number;
  readonly customer: Customer;
  /** Every reservation of the customer. */
  readonly trips: readonly Trip[];
}

/** A reservation with its flights. */
export interface Trip {
  readonly reservation: Reservation;
  readonly segments: readonly KnownSegment[];
}

/** What the policy says under "Refund". */
export const compensationRules: readonly Rule<Compensation>[] = [
  {
    code: 'compensation',
    reason:
      'A certificate is 100 dollars per passenger of a trip with a cancelled flight, 50 of one with a delayed flight, and only for silver or gold members, insured trips and business.',
    breaks: ({ amount, customer, trips }) =>
      !trips
        .filter(({ reservation }) => isEligible(customer, reservation))
        .some((trip) => amountsFor(trip).includes(amount)),
  },
];

function isEligible({ membership }: Customer, { insurance, cabin }: Reservation): boolean {
  return membership !== 'regular' || insurance === 'yes' || cabin === 'business';
}

function amountsFor({ reservation, segments }: Trip): readonly number[] {
  const passengers = reservation.passengers.length;
  return [
    ...(segments.some(isCancelled) ? [100 * passengers] : []),
    ...(segments.some(isDelayed) ? [50 * passengers] : []),
  ];
}
