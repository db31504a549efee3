import { describe, expect, test } from 'vitest';

import type { Reservation } from '../records/airline-records.ts';
import { decide } from '../records/made-up-airline.ts';

function cancel(reservation: Partial<Reservation>): Promise<string> {
  return decide('cancel_reservation', { reservation_id: 'R1' }, { reservation });
}

function onDay(date: string): Pick<Reservation, 'flights'> {
  return {
    flights: [
      { flight_number: 'first', date },
      { flight_number: 'second', date: '2024-05-20' },
    ],
  };
}

describe('cancelling', () => {
  test('is free within 24 hours of booking', async () => {
    const cabin = 'basic_economy';
    expect(await cancel({ cabin, created_at: '2024-05-14T15:00:00' })).toBe('allow');
    expect(await cancel({ cabin, created_at: '2024-05-14T14:59:59' })).toBe('not_refundable');
  });

  test('is free where the airline cancelled a flight', async () => {
    expect(await cancel({ cabin: 'basic_economy', ...onDay('2024-05-16') })).toBe('allow');
    expect(await cancel({ cabin: 'basic_economy', ...onDay('2024-05-17') })).toBe('not_refundable');
  });

  test('is free with insurance and in business', async () => {
    expect(await cancel({ cabin: 'basic_economy', insurance: 'yes' })).toBe('allow');
    expect(await cancel({ cabin: 'economy', insurance: 'yes' })).toBe('allow');
    expect(await cancel({ cabin: 'business' })).toBe('allow');
  });

  test('is for a person to decide in economy without insurance', async () => {
    expect(await cancel({ cabin: 'economy' })).toBe('ask');
  });

  test.each(['2024-05-12', '2024-05-15'])(
    'is not possible once a segment was flown, as on %s; in business a person decides',
    async (date) => {
      const covered = { insurance: 'yes', ...onDay(date) } as const;
      expect(await cancel({ cabin: 'economy', ...covered })).toBe('segment_flown');
      expect(await cancel({ cabin: 'basic_economy', ...covered })).toBe('segment_flown');
      expect(await cancel({ cabin: 'business', ...covered })).toBe('ask');
    },
  );
});
