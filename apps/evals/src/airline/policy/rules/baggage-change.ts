import type { Customer, Reservation } from '../records/airline-records.ts';
import { changePaymentRules } from './change-payment.ts';
import { bagsToPay } from '../records/free-bags.ts';
import type { Rule } from './rule.ts';
import type { WriteArguments } from '../records/write-arguments.ts';

/** A reservation whose checked bags are about to be changed. */
export interface BaggageChange {
  readonly wanted: WriteArguments['update_reservation_baggages'];
  readonly reservation: Reservation;
  readonly customer: Customer;
}

/** What the policy says under "Modify flight" about baggage. */
export const baggageChangeRules: readonly Rule<BaggageChange>[] = [
  ...changePaymentRules,
  {
    code: 'bags_removed',
    reason: 'Checked bags can be added, never removed.',
    breaks: ({ wanted, reservation }) => wanted.total_baggages < reservation.total_baggages,
  },
  {
    code: 'bag_allowance',
    reason: 'Bags beyond the free allowance of the membership and the cabin are to be paid for.',
    breaks: ({ wanted, reservation, customer }) =>
      wanted.nonfree_baggages <
      bagsToPay(customer, reservation.cabin, reservation.passengers.length, wanted.total_baggages),
  },
];
