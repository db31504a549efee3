import type { Customer, PaymentKind } from './airline-records.ts';

/** What the profile says this payment method is; undefined where it has no such method. */
export function paymentKind({ payment_methods }: Customer, id: string): PaymentKind | undefined {
  return Object.hasOwn(payment_methods, id) ? payment_methods[id]?.source : undefined;
}
