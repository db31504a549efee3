import type { Customer, PaymentKind } from '../records/airline-records.ts';
import { bagsToPay } from '../records/free-bags.ts';
import { follows, isConnected, isOnSale, type KnownSegment } from '../records/itinerary.ts';
import { paymentKind } from '../records/payment.ts';
import type { Rule } from './rule.ts';
import type { WriteArguments } from '../records/write-arguments.ts';

/** A reservation that is about to be made. */
export interface Booking {
  readonly wanted: WriteArguments['book_reservation'];
  readonly customer: Customer;
  readonly segments: readonly KnownSegment[];
}

/** What the policy says under "Book flight". */
export const bookingRules: readonly Rule<Booking>[] = [
  {
    code: 'passenger_limit',
    reason: 'A reservation has one to five passengers.',
    breaks: ({ wanted }) => wanted.passengers.length < 1 || wanted.passengers.length > 5,
  },
  {
    code: 'payment_not_in_profile',
    reason: "Every payment method must be in the customer's profile already.",
    breaks: ({ wanted, customer }) =>
      wanted.payment_methods.some((one) => paymentKind(customer, one.payment_id) === undefined),
  },
  {
    code: 'too_many_payments',
    reason:
      'A reservation is paid with at most one travel certificate, one credit card and three gift cards.',
    breaks: (booking) =>
      countPayments(booking, 'certificate') > 1 ||
      countPayments(booking, 'credit_card') > 1 ||
      countPayments(booking, 'gift_card') > 3,
  },
  {
    code: 'flight_not_on_sale',
    reason: 'Only flights with the status "available" can be booked.',
    breaks: ({ segments }) => !segments.every(isOnSale),
  },
  {
    code: 'not_the_route',
    reason:
      'The flights must connect, and lead from the origin to the destination, and back on a round trip.',
    breaks: ({ wanted, segments }) => !isConnected(segments) || !follows(segments, wanted),
  },
  {
    code: 'bag_allowance',
    reason:
      'The bags to pay for are those beyond the free allowance of the membership and the cabin, no more and no fewer.',
    breaks: ({ wanted, customer }) =>
      wanted.nonfree_baggages !==
      bagsToPay(customer, wanted.cabin, wanted.passengers.length, wanted.total_baggages),
  },
];

function countPayments({ wanted, customer }: Booking, kind: PaymentKind): number {
  return wanted.payment_methods.filter((one) => paymentKind(customer, one.payment_id) === kind)
    .length;
}
