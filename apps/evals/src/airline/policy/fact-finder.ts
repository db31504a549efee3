import type {
  AirlineRecords,
  Customer,
  Flight,
  Reservation,
  Segment,
} from './records/airline-records.ts';
import type { BaggageChange } from './rules/baggage-change.ts';
import type { Booking } from './rules/booking.ts';
import type { Cancellation } from './rules/cancellation.ts';
import type { Compensation } from './rules/compensation.ts';
import type { FlightChange } from './rules/flight-change.ts';
import type { KnownSegment } from './records/itinerary.ts';
import type { PassengerChange } from './rules/passenger-change.ts';
import type { WriteArguments } from './records/write-arguments.ts';

/** A call names a record that the airline does not have. */
export class UnknownRecord extends Error {
  override readonly name: string = 'UnknownRecord';
}

/** Looks up what the rules have to know about a call; rejects with `UnknownRecord` where there is no such record. */
export class FactFinder {
  readonly #records: AirlineRecords;

  constructor(records: AirlineRecords) {
    this.#records = records;
  }

  async ofBooking(wanted: WriteArguments['book_reservation']): Promise<Booking> {
    const customer = await this.#customer(wanted.user_id);
    return { wanted, customer, segments: await this.#segments(wanted.flights) };
  }

  async ofFlightChange(
    wanted: WriteArguments['update_reservation_flights'],
  ): Promise<FlightChange> {
    const reservation = await this.#reservation(wanted.reservation_id);
    return {
      wanted,
      reservation,
      customer: await this.#customer(reservation.user_id),
      current: await this.#segments(reservation.flights),
      segments: await this.#segments(wanted.flights),
    };
  }

  async ofBaggageChange(
    wanted: WriteArguments['update_reservation_baggages'],
  ): Promise<BaggageChange> {
    const reservation = await this.#reservation(wanted.reservation_id);
    return { wanted, reservation, customer: await this.#customer(reservation.user_id) };
  }

  async ofPassengerChange(
    wanted: WriteArguments['update_reservation_passengers'],
  ): Promise<PassengerChange> {
    return { wanted, reservation: await this.#reservation(wanted.reservation_id) };
  }

  async ofCancellation(
    wanted: WriteArguments['cancel_reservation'],
    now: string,
  ): Promise<Cancellation> {
    const reservation = await this.#reservation(wanted.reservation_id);
    return { reservation, segments: await this.#segments(reservation.flights), now };
  }

  async ofCompensation({
    user_id: id,
    amount,
  }: WriteArguments['send_certificate']): Promise<Compensation> {
    const customer = await this.#customer(id);
    const reservations = await Promise.all(
      customer.reservations.map((reservation) => this.#reservation(reservation)),
    );
    const trips = await Promise.all(
      reservations.map(async (reservation) => ({
        reservation,
        segments: await this.#segments(reservation.flights),
      })),
    );
    return { amount, customer, trips };
  }

  async #customer(id: string): Promise<Customer> {
    return known(await this.#records.customer(id), `customer ${id}`);
  }

  async #reservation(id: string): Promise<Reservation> {
    return known(await this.#records.reservation(id), `reservation ${id}`);
  }

  async #flight(number: string): Promise<Flight> {
    return known(await this.#records.flight(number), `flight ${number}`);
  }

  #segments(segments: readonly Segment[]): Promise<readonly KnownSegment[]> {
    return Promise.all(
      segments.map(async ({ flight_number, date }) => {
        const flight = await this.#flight(flight_number);
        const day = Object.hasOwn(flight.dates, date) ? flight.dates[date] : undefined;
        return { flight_number, date, flight, day };
      }),
    );
  }
}

function known<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new UnknownRecord(`There is no ${what}.`);
  return value;
}
