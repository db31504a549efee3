import { afterAll, describe, expect, test } from 'vitest';

import { evalAirline } from './eval-airline.ts';
import { MadeUpFlights, madeUpReservations, type FlightCall } from './made-up-flights.ts';

const flights = new MadeUpFlights();
afterAll(() => flights.remove());

const onDirect = [{ flight_number: 'direct', date: '2024-05-20' }];

function cancel(id: keyof typeof madeUpReservations, content?: string): FlightCall {
  const cancelled = { ...madeUpReservations[id], status: 'cancelled' };
  return ['cancel_reservation', { reservation_id: id }, content ?? JSON.stringify(cancelled)];
}

const upgrade = {
  reservation_id: 'BASIC',
  cabin: 'economy',
  flights: onDirect,
  payment_id: 'card',
};
const booking = {
  user_id: 'ada',
  origin: 'BOS',
  destination: 'SEA',
  flight_type: 'one_way',
  cabin: 'economy',
  flights: onDirect,
  passengers: [{ first_name: 'Ada', last_name: 'Lovelace', dob: '1990-12-10' }],
  payment_methods: [{ payment_id: 'certificate', amount: 100 }],
  total_baggages: 0,
  nonfree_baggages: 0,
  insurance: 'no',
};

describe('right actions', () => {
  test('count once per task, reads included, and as false denials where one is denied', async () => {
    const right = [
      ['get_reservation_details', { reservation_id: 'BASIC' }],
      ['cancel_reservation', { reservation_id: 'BUSINESS' }],
      ['cancel_reservation', { reservation_id: 'BASIC' }],
    ] as const;
    const folder = flights.write([
      { task: 7, reward: 1, right },
      { task: 7, reward: 0, right },
    ]);
    const report = await evalAirline(folder);
    expect(report).toMatchObject({ rightActions: 3, falseDenials: 1 });
    expect(report.cases.falseDenials[0]?.denied).toEqual([
      {
        call: 'cancel_reservation({"reservation_id":"BASIC"})',
        code: 'not_refundable',
        why: expect.stringContaining('24 hours') as string,
      },
    ]);
  });

  test('see what the actions before them have changed', async () => {
    const right = [
      ['update_reservation_flights', upgrade],
      [
        'update_reservation_baggages',
        { reservation_id: 'BASIC', total_baggages: 1, nonfree_baggages: 0, payment_id: 'card' },
      ],
      ['book_reservation', booking],
      ['cancel_reservation', { reservation_id: 'BOOKED_right_2' }],
      ['book_reservation', booking],
    ] as const;
    const report = await evalAirline(flights.write([{ reward: 1, right }]));
    expect(
      report.cases.falseDenials.flatMap(({ denied }) => denied.map(({ code }) => code)),
    ).toEqual(['payment_not_in_profile']);
  });

  test('of which a person is to decide are no false denials, and are counted', async () => {
    const right = [['cancel_reservation', { reservation_id: 'ECONOMY' }]] as const;
    expect(await evalAirline(flights.write([{ reward: 1, right }]))).toMatchObject({
      falseDenials: 0,
      asks: { rightActions: 1, failedRuns: 0, succeededRuns: 0 },
    });
  });
});

describe('recorded runs', () => {
  test('count by rule where a call is denied, once per run', async () => {
    const folder = flights.write([
      { reward: 0, calls: [cancel('BASIC'), cancel('BASIC')] },
      { reward: 0, calls: [cancel('BUSINESS')], said: 'Cancel my trip.' },
      { reward: 0, calls: [cancel('BASIC')], said: 'Cancel my trip.' },
      { reward: 0, calls: [cancel('BUSINESS')] },
      { reward: 1, calls: [cancel('BASIC')] },
      { reward: 1, calls: [cancel('BUSINESS')] },
    ]);
    expect(await evalAirline(folder)).toMatchObject({
      failedRuns: 4,
      failedRunsWithDeniedWrite: 3,
      failedRunsWithDeniedEffect: 3,
      byRule: { not_refundable: 2, not_confirmed: 1 },
      succeededRuns: 2,
      succeededRunsWithDeniedWrite: 1,
    });
  });

  test('tell whether the denied call had gone through', async () => {
    const folder = flights.write([
      { reward: 0, calls: [cancel('BASIC', 'Error: not today'), cancel('BUSINESS')] },
      { reward: 0, calls: [cancel('BASIC')] },
    ]);
    expect(await evalAirline(folder)).toMatchObject({
      failedRunsWithDeniedWrite: 2,
      failedRunsWithDeniedEffect: 1,
    });
  });

  test('have every call judged as the recording had the database by then', async () => {
    const failed = JSON.stringify({ ...madeUpReservations.BASIC, reservation_id: 'NEW' });
    const certificate = [
      'send_certificate',
      { user_id: 'ada', amount: 100 },
      'Certificate certificate_9 added to user ada',
    ] as const;
    const paid = { ...booking, payment_methods: [{ payment_id: 'certificate_9', amount: 100 }] };
    const folder = flights.write([
      {
        reward: 0,
        calls: [
          ['book_reservation', { ...booking, passengers: [] }, failed],
          ['cancel_reservation', { reservation_id: 'NEW' }, 'Error: not today'],
          certificate,
          ['book_reservation', paid, 'Error: not today'],
          ['update_reservation_flights', upgrade, JSON.stringify(madeUpReservations.BASIC)],
          ['cancel_reservation', { reservation_id: 'BASIC' }, 'Error: not today'],
        ],
      },
    ]);
    const report = await evalAirline(folder);
    expect(report.byRule).toEqual({ compensation: 1, passenger_limit: 1 });
    expect(report.asks.failedRuns).toBe(2);
  });
});
