import { describe, expect, test } from 'vitest';

import type { Reservation } from './records/airline-records.ts';
import { decide } from './records/made-up-airline.ts';

describe('changing bags', () => {
  const change = (
    total: number,
    nonfree: number,
    reservation: Partial<Reservation> = {},
    payment = 'card_1',
  ): Promise<string> =>
    decide(
      'update_reservation_baggages',
      {
        reservation_id: 'R1',
        total_baggages: total,
        nonfree_baggages: nonfree,
        payment_id: payment,
      },
      { reservation },
    );

  test('adds bags and removes none', async () => {
    expect(await change(3, 0)).toBe('allow');
    expect(await change(2, 0)).toBe('allow');
    expect(await change(1, 0)).toBe('bags_removed');
  });

  test('has bags beyond the free ones paid for', async () => {
    expect(await change(4, 0)).toBe('allow');
    expect(await change(5, 0)).toBe('bag_allowance');
    expect(await change(5, 1)).toBe('allow');
    expect(await change(5, 1, { cabin: 'basic_economy' })).toBe('bag_allowance');
  });

  test('takes a gift card or a credit card of the profile', async () => {
    expect(await change(3, 0, {}, 'certificate_1')).toBe('change_paid_by_certificate');
    expect(await change(3, 0, {}, 'card_9')).toBe('payment_not_in_profile');
  });

  test('cannot read bags that are no whole numbers', async () => {
    expect(await change(2.5, 0)).toBe('malformed_arguments');
    expect(await change(3, -1)).toBe('malformed_arguments');
  });
});

describe('changing passengers', () => {
  const passenger = { first_name: 'Ada', last_name: 'Lovelace', dob: '1990-12-10' };
  const change = (count: number): Promise<string> =>
    decide('update_reservation_passengers', {
      reservation_id: 'R1',
      passengers: Array.from({ length: count }, () => passenger),
    });

  test('leaves their number as it is', async () => {
    expect(await change(2)).toBe('allow');
    expect(await change(1)).toBe('passenger_count');
    expect(await change(3)).toBe('passenger_count');
  });
});

describe('a call that cannot be read', () => {
  test('is denied, as is one about a reservation that is not there', async () => {
    expect(await decide('cancel_reservation', {})).toBe('malformed_arguments');
    expect(await decide('cancel_reservation', { reservation_id: 'R2' })).toBe('unknown_record');
    expect(
      await decide('update_reservation_passengers', {
        reservation_id: 'R1',
        passengers: [],
        insurance: 'yes',
      }),
    ).toBe('malformed_arguments');
  });

  test('is none of those that only read', async () => {
    expect(await decide('get_reservation_details', { anything: true }, { said: null })).toBe(
      'allow',
    );
  });
});
