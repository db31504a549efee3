import type { Cabin, Customer } from './airline-records.ts';

const freeBagsPerPassenger: Readonly<
  Record<Customer['membership'], Readonly<Record<Cabin, number>>>
> = {
  regular: { basic_economy: 0, economy: 1, business: 2 },
  silver: { basic_economy: 1, economy: 2, business: 3 },
  gold: { basic_economy: 2, economy: 3, business: 3 },
};

/** How many of the checked bags are to be paid for. */
export function bagsToPay(
  { membership }: Pick<Customer, 'membership'>,
  cabin: Cabin,
  passengers: number,
  bags: number,
): number {
  return Math.max(0, bags - freeBagsPerPassenger[membership][cabin] * passengers);
}
