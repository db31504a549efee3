import type { Customer } from '../records/airline-records.ts';
import { paymentKind } from '../records/payment.ts';
import type { Rule } from './rule.ts';

/** What every change with a price has. */
interface PaidChange {
  readonly wanted: { readonly payment_id: string };
  readonly customer: Customer;
}

/** What the policy says about paying for a change, or taking the money back. */
export const changePaymentRules: readonly Rule<PaidChange>[] = [
  {
    code: 'payment_not_in_profile',
    reason: "The payment method must be in the customer's profile already.",
    breaks: ({ wanted, customer }) => paymentKind(customer, wanted.payment_id) === undefined,
  },
  {
    code: 'change_paid_by_certificate',
    reason: 'A change is paid or refunded with one gift card or credit card.',
    breaks: ({ wanted, customer }) => paymentKind(customer, wanted.payment_id) === 'certificate',
  },
];
