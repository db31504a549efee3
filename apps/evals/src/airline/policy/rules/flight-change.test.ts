import type { Dict } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import type { Reservation } from '../records/airline-records.ts';
import { decide } from '../records/made-up-airline.ts';

const on20 = { flight_number: 'direct', date: '2024-05-20' };
const on21 = { flight_number: 'direct', date: '2024-05-21' };
const back = { flight_number: 'back', date: '2024-05-21' };

function change(wanted: Dict, reservation: Partial<Reservation> = {}): Promise<string> {
  const args = {
    reservation_id: 'R1',
    cabin: 'economy',
    flights: [on20],
    payment_id: 'card_1',
    ...wanted,
  };
  return decide('update_reservation_flights', args, { reservation });
}

describe('changing flights', () => {
  test('is possible in economy and business, not in basic economy', async () => {
    expect(await change({ flights: [on21] })).toBe('allow');
    expect(await change({ flights: [on21] }, { cabin: 'business' })).toBe('allow');
    expect(await change({ flights: [on21] }, { cabin: 'basic_economy' })).toBe(
      'basic_economy_change',
    );
    expect(await change({ flights: [on20, back] }, { cabin: 'basic_economy' })).toBe(
      'basic_economy_change',
    );
  });

  test('leaves origin, destination and trip type as they are', async () => {
    const round = { flight_type: 'round_trip', flights: [on20, back] } as const;
    expect(await change({ flights: [on21, { ...back, date: '2024-05-20' }] }, round)).toBe(
      'not_the_route',
    );
    expect(await change({ flights: [{ flight_number: 'first', date: '2024-05-21' }] })).toBe(
      'not_the_route',
    );
    expect(await change({ flights: [on20] }, round)).toBe('not_the_route');
    expect(await change({ flights: [on20, { ...back, date: '2024-05-20' }] }, round)).toBe('allow');
    expect(await change({ flights: [{ ...back, date: '2024-05-20' }] })).toBe('not_the_route');
  });

  test('may lead to another airport of the same city', async () => {
    const toNewark = { flights: [{ flight_number: 'toNewark', date: '2024-05-20' }] };
    expect(await change(toNewark, { destination: 'JFK' })).toBe('allow');
    expect(await change(toNewark, { destination: 'PHL' })).toBe('not_the_route');
  });

  test('adds only flights on sale, and may keep the others', async () => {
    const kept = { flight_number: 'direct', date: '2024-05-18' };
    const reservation = { flight_type: 'round_trip', flights: [kept, back] } as const;
    const other = { ...back, date: '2024-05-20' };
    expect(await change({ flights: [kept, other] }, reservation)).toBe('allow');
    expect(await change({ flights: [{ ...kept, date: '2024-05-17' }, back] }, reservation)).toBe(
      'flight_not_on_sale',
    );
  });

  test('leaves a flown segment as it is', async () => {
    const flown = { flight_number: 'direct', date: '2024-05-15' };
    const reservation = { flight_type: 'round_trip', flights: [flown, back] } as const;
    const later = { ...back, date: '2024-05-20' };
    expect(await change({ flights: [flown, later] }, reservation)).toBe('allow');
    expect(await change({ flights: [on20, back] }, reservation)).toBe('segment_flown');
    expect(await change({ flights: [flown, back], cabin: 'business' }, reservation)).toBe(
      'segment_flown',
    );
  });
});

describe('changing the cabin', () => {
  test('is possible in every cabin where the flights stay', async () => {
    for (const cabin of ['basic_economy', 'economy', 'business'] as const)
      expect(await change({ cabin: 'business' }, { cabin })).toBe('allow');
    expect(await change({ cabin: 'first' })).toBe('malformed_arguments');
  });
});

describe('paying for a change', () => {
  test('takes a gift card or a credit card of the profile', async () => {
    expect(await change({ payment_id: 'gift_1' })).toBe('allow');
    expect(await change({ payment_id: 'certificate_1' })).toBe('change_paid_by_certificate');
    expect(await change({ payment_id: 'card_9' })).toBe('payment_not_in_profile');
  });
});
