import { createHooks, type AnyVerdict, type Dict } from '@interpose/core';

import { airlinePolicy } from '../airline-policy.ts';
import type { Customer, Flight, FlightDay, Reservation } from './airline-records.ts';

const days: Readonly<Record<string, FlightDay>> = {
  '2024-05-12': {
    status: 'landed',
    actual_departure_time_est: '2024-05-12T09:00:00',
    actual_arrival_time_est: '2024-05-12T10:00:00',
  },
  '2024-05-13': {
    status: 'landed',
    actual_departure_time_est: '2024-05-13T23:00:00',
    actual_arrival_time_est: '2024-05-14T01:00:00',
  },
  '2024-05-15': { status: 'flying', actual_departure_time_est: '2024-05-15T06:00:00' },
  '2024-05-16': { status: 'cancelled' },
  '2024-05-17': { status: 'delayed' },
  '2024-05-18': { status: 'on time' },
  '2024-05-20': { status: 'available' },
  '2024-05-21': { status: 'available' },
};

function flight(origin: string, destination: string, leaves: string, arrives: string): Flight {
  return {
    origin,
    destination,
    scheduled_departure_time_est: leaves,
    scheduled_arrival_time_est: arrives,
    dates: days,
  };
}

const flights: Readonly<Record<string, Flight>> = {
  direct: flight('BOS', 'SEA', '09:00:00', '15:00:00'),
  first: flight('BOS', 'ORD', '09:00:00', '11:00:00'),
  second: flight('ORD', 'SEA', '11:00:00', '14:00:00'),
  early: flight('ORD', 'SEA', '10:00:00', '13:00:00'),
  back: flight('SEA', 'BOS', '16:00:00', '00:30:00+1'),
  morning: flight('SEA', 'BOS', '00:00:00', '06:00:00'),
  toNewark: flight('BOS', 'EWR', '09:00:00', '10:00:00'),
};

const reservation: Reservation = {
  user_id: 'ada',
  origin: 'BOS',
  destination: 'SEA',
  flight_type: 'one_way',
  cabin: 'economy',
  flights: [{ flight_number: 'direct', date: '2024-05-20' }],
  passengers: [{}, {}],
  created_at: '2024-05-01T00:00:00',
  total_baggages: 2,
  insurance: 'no',
};

/** The records of an airline with one customer, a silver member unless said otherwise, and one reservation, R1. */
export interface MadeUp {
  readonly customer?: Partial<Customer>;
  readonly reservation?: Partial<Reservation>;
  /** What the customer said last; nothing at all where it is null. */
  readonly said?: string | null;
}

/** What the policy decides about a call at 15:00 on 2024-05-15, and with which code. */
export async function decide(name: string, args: Dict, madeUp: MadeUp = {}): Promise<string> {
  const { said = 'Yes.' } = madeUp;
  const records = recordsOf(madeUp);
  const hooks = createHooks({
    policies: [airlinePolicy({ records, now: () => '2024-05-15T15:00:00' })],
    approver: () => ({ approved: true }),
  });
  let asked = false;
  hooks.observe('onDecision', ({ record }) => {
    asked ||= record.decision === 'ask';
  });
  const verdict: AnyVerdict = await hooks.inSession({ id: 'session' }, async () => {
    if (said !== null)
      await hooks.dispatch('onUserMessage', {
        message: { role: 'user', content: [{ type: 'text', text: said }] },
      });
    const call = { id: 'call_1', name, args };
    const tool = { name, origin: 'local', known: true, enabled: true } as const;
    return hooks.dispatch('preToolCall', { call, tool });
  });
  await hooks.close();
  if (verdict.decision === 'deny') return verdict.code ?? 'deny';
  return asked ? 'ask' : verdict.decision;
}

function recordsOf(madeUp: MadeUp): Parameters<typeof airlinePolicy>[0]['records'] {
  const sources = {
    card_1: 'credit_card',
    card_2: 'credit_card',
    gift_1: 'gift_card',
    gift_2: 'gift_card',
    gift_3: 'gift_card',
    gift_4: 'gift_card',
    certificate_1: 'certificate',
    certificate_2: 'certificate',
  } as const;
  const customer: Customer = {
    membership: 'silver',
    payment_methods: Object.fromEntries(
      Object.entries(sources).map(([id, source]) => [id, { source }]),
    ),
    reservations: ['R1'],
    ...madeUp.customer,
  };
  const kept: Reservation = { ...reservation, ...madeUp.reservation };
  return {
    customer: (id) => (id === 'ada' ? customer : undefined),
    reservation: (id) => (id === 'R1' ? kept : undefined),
    flight: (number) => flights[number],
  };
}
