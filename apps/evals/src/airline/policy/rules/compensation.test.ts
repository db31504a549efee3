import { describe, expect, test } from 'vitest';

import { decide, type MadeUp } from '../records/made-up-airline.ts';

function send(amount: number, date: string, madeUp: MadeUp = {}): Promise<string> {
  const flights = [{ flight_number: 'direct', date }];
  return decide(
    'send_certificate',
    { user_id: 'ada', amount },
    { said: null, ...madeUp, reservation: { ...madeUp.reservation, flights } },
  );
}

describe('a certificate', () => {
  test('is 100 dollars a passenger for a cancelled flight', async () => {
    expect(await send(200, '2024-05-16')).toBe('allow');
    expect(await send(100, '2024-05-16')).toBe('compensation');
    expect(await send(300, '2024-05-16')).toBe('compensation');
  });

  test.each(['2024-05-17', '2024-05-13'])(
    'is 50 dollars a passenger for a flight that is or was late, as on %s',
    async (date) => {
      expect(await send(100, date)).toBe('allow');
      expect(await send(200, date)).toBe('compensation');
    },
  );

  test.each(['2024-05-12', '2024-05-20'])(
    'is nothing for a flight on time, as on %s',
    async (date) => {
      expect(await send(100, date)).toBe('compensation');
      expect(await send(0, date)).toBe('compensation');
    },
  );

  test('is for members, insured trips and business', async () => {
    const regular = { customer: { membership: 'regular' } } as const;
    expect(await send(200, '2024-05-16', regular)).toBe('compensation');
    expect(await send(200, '2024-05-16', { ...regular, reservation: { insurance: 'yes' } })).toBe(
      'allow',
    );
    expect(await send(200, '2024-05-16', { ...regular, reservation: { cabin: 'business' } })).toBe(
      'allow',
    );
    expect(await send(200, '2024-05-16', { customer: { membership: 'gold' } })).toBe('allow');
  });

  test('is for a customer that exists, whose reservations all do', async () => {
    expect(await decide('send_certificate', { user_id: 'eve', amount: 100 })).toBe(
      'unknown_record',
    );
    expect(await send(200, '2024-05-16', { customer: { reservations: ['R1', 'R2'] } })).toBe(
      'unknown_record',
    );
  });
});
