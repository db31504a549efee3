import type { Dict } from '@interpose/core';
import type {
  AirlineRecords,
  Customer,
  Flight,
  Reservation,
} from './policy/records/airline-records.ts';

import type { RecordedCall } from '@interpose/testing';

import { toCall } from 'interpose/replay';
import type { AirlineData } from './airline-data.ts';

type Stored = Reservation & { readonly reservation_id: string };

/** The airline's database during one run: what was there before, and what the run's calls have changed. */
export class AirlineDatabase implements AirlineRecords {
  readonly #data: AirlineData;
  readonly #users = new Map<string, Customer>();
  readonly #reservations = new Map<string, Reservation>();

  constructor(data: AirlineData) {
    this.#data = data;
  }

  customer(id: string): Customer | undefined {
    return this.#users.get(id) ?? own(this.#data.users, id);
  }

  reservation(id: string): Reservation | undefined {
    return this.#reservations.get(id) ?? own(this.#data.reservations, id);
  }

  flight(number: string): Flight | undefined {
    return own(this.#data.flights, number);
  }

  /** Takes over what a call has changed, as its recorded result tells; an error has changed nothing. */
  note(recorded: RecordedCall): void {
    const { name, args } = toCall(recorded);
    const result = recorded.outcome.kind === 'result' ? recorded.outcome.content : '';
    const certificate = /^Certificate (\S+) added/.exec(result)?.[1];
    if (name === 'send_certificate' && certificate !== undefined) {
      this.#change(String(args['user_id']), { added: certificate });
      return;
    }
    const reservation = changesReservation(name) ? readReservation(result) : undefined;
    if (reservation === undefined) return;
    const { reservation_id: id } = reservation;
    this.#reservations.set(id, { ...reservation, ...cabinOf(args) });
    if (name !== 'book_reservation') return;
    const payments = Array.isArray(args['payment_methods']) ? args['payment_methods'] : [];
    const used = payments.map((payment) => String((payment as Dict)['payment_id']));
    this.#change(reservation.user_id, { booked: id, used });
  }

  #change(
    id: string,
    { added, booked, used = [] }: { added?: string; booked?: string; used?: readonly string[] },
  ): void {
    const customer = this.customer(id);
    if (customer === undefined) return;
    const methods = Object.entries(customer.payment_methods).filter(
      ([method, { source }]) => !(source === 'certificate' && used.includes(method)),
    );
    this.#users.set(id, {
      ...customer,
      payment_methods: {
        ...Object.fromEntries(methods),
        ...(added === undefined ? {} : { [added]: { source: 'certificate' as const } }),
      },
      reservations: [...customer.reservations, ...(booked === undefined ? [] : [booked])],
    });
  }
}

function changesReservation(name: string): boolean {
  return /^(book_reservation|update_reservation_.+|cancel_reservation)$/.test(name);
}

/** The recorded tools change the cabin of a reservation, and give it back with the old one. */
function cabinOf({ cabin }: Dict): { readonly cabin?: Reservation['cabin'] } {
  return cabin === 'basic_economy' || cabin === 'economy' || cabin === 'business' ? { cabin } : {};
}

/** The tools give back the whole reservation, or a sentence that begins with `Error`. */
function readReservation(result: string): Stored | undefined {
  try {
    const read: unknown = JSON.parse(result);
    const isReservation = typeof read === 'object' && read !== null && 'reservation_id' in read;
    return isReservation ? (read as Stored) : undefined;
  } catch {
    return undefined;
  }
}

function own<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
