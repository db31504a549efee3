import type { Dict } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { decide, type MadeUp } from '../records/made-up-airline.ts';

const passenger = { first_name: 'Ada', last_name: 'Lovelace', dob: '1990-12-10' };
const direct = { flight_number: 'direct', date: '2024-05-20' };

function book(change: Dict = {}, madeUp?: MadeUp): Promise<string> {
  const args = {
    user_id: 'ada',
    origin: 'BOS',
    destination: 'SEA',
    flight_type: 'one_way',
    cabin: 'economy',
    flights: [direct],
    passengers: [passenger],
    payment_methods: [{ payment_id: 'card_1', amount: 100 }],
    total_baggages: 0,
    nonfree_baggages: 0,
    insurance: 'no',
    ...change,
  };
  return decide('book_reservation', args, madeUp);
}

function passengers(count: number): Dict {
  return { passengers: Array.from({ length: count }, () => passenger) };
}

function payments(...ids: readonly string[]): Dict {
  return { payment_methods: ids.map((payment_id) => ({ payment_id, amount: 1 })) };
}

describe('booking', () => {
  test('is for one to five passengers', async () => {
    expect(await book(passengers(1))).toBe('allow');
    expect(await book(passengers(5))).toBe('allow');
    expect(await book(passengers(0))).toBe('passenger_limit');
    expect(await book(passengers(6))).toBe('passenger_limit');
  });

  test('needs name and date of birth of every passenger', async () => {
    expect(await book({ passengers: [{ first_name: 'Ada', dob: '1990-12-10' }] })).toBe(
      'malformed_arguments',
    );
    expect(await book({ passengers: [{ ...passenger, dob: 'in winter' }] })).toBe(
      'malformed_arguments',
    );
  });

  test('takes one certificate, one credit card and three gift cards', async () => {
    const most = ['certificate_1', 'card_1', 'gift_1', 'gift_2', 'gift_3'];
    expect(await book(payments(...most))).toBe('allow');
    for (const more of ['certificate_2', 'card_2', 'gift_4'])
      expect(await book(payments(...most, more))).toBe('too_many_payments');
  });

  test('takes only payment methods of the profile', async () => {
    expect(await book(payments('card_9'))).toBe('payment_not_in_profile');
    expect(await book(payments('toString'))).toBe('payment_not_in_profile');
  });

  test.each(['2024-05-12', '2024-05-15', '2024-05-16', '2024-05-17', '2024-05-18', '2024-06-01'])(
    'takes only flights on sale, and none on %s',
    async (date) => {
      expect(await book({ flights: [{ ...direct, date }] })).toBe('flight_not_on_sale');
    },
  );

  test('takes flights that lead from the origin to the destination', async () => {
    const first = { flight_number: 'first', date: '2024-05-20' };
    const second = { flight_number: 'second', date: '2024-05-20' };
    const early = { flight_number: 'early', date: '2024-05-20' };
    expect(await book({ flights: [first, second] })).toBe('allow');
    expect(await book({ flights: [first] })).toBe('not_the_route');
    expect(await book({ flights: [second, first] })).toBe('not_the_route');
    expect(await book({ flights: [first, early] })).toBe('not_the_route');
    expect(await book({ flights: [first, { ...early, date: '2024-05-21' }] })).toBe('allow');
  });

  test('takes a round trip only with the way back', async () => {
    const round = { flight_type: 'round_trip' };
    const back = { flight_number: 'back', date: '2024-05-20' };
    const morning = { flight_number: 'morning', date: '2024-05-21' };
    expect(await book({ ...round, flights: [direct, back] })).toBe('allow');
    expect(await book({ ...round, flights: [direct, morning] })).toBe('allow');
    expect(await book({ ...round, flights: [direct] })).toBe('not_the_route');
    expect(await book({ flights: [direct, back] })).toBe('not_the_route');
  });

  test('reads an arrival on the next day as one', async () => {
    const back = { flight_number: 'back', date: '2024-05-20' };
    const again = { flight_number: 'direct', date: '2024-05-21' };
    const there = { origin: 'SEA', destination: 'SEA', flight_type: 'round_trip' };
    expect(await book({ ...there, flights: [back, again] })).toBe('allow');
    expect(await book({ ...there, flights: [back, { ...again, date: '2024-05-20' }] })).toBe(
      'not_the_route',
    );
  });

  test.each([
    ['regular', 'basic_economy', 0],
    ['regular', 'economy', 1],
    ['regular', 'business', 2],
    ['silver', 'basic_economy', 1],
    ['silver', 'economy', 2],
    ['silver', 'business', 3],
    ['gold', 'basic_economy', 2],
    ['gold', 'economy', 3],
    ['gold', 'business', 3],
  ] as const)(
    'gives a %s member in %s %i free bags a passenger',
    async (membership, cabin, free) => {
      const paid = (total: number, nonfree: number): Promise<string> =>
        book(
          { ...passengers(2), cabin, total_baggages: total, nonfree_baggages: nonfree },
          { customer: { membership } },
        );
      expect(await paid(2 * free, 0)).toBe('allow');
      expect(await paid(2 * free + 1, 1)).toBe('allow');
      expect(await paid(2 * free + 1, 0)).toBe('bag_allowance');
      expect(await paid(2 * free + 1, 2)).toBe('bag_allowance');
    },
  );

  test('needs a customer and flights that exist', async () => {
    expect(await book({ user_id: 'eve' })).toBe('unknown_record');
    expect(await book({ flights: [{ ...direct, flight_number: 'none' }] })).toBe('unknown_record');
  });
});
