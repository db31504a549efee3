import type { Flight, FlightDay, Route, Segment } from './airline-records.ts';

/** A segment with the flight it is on. */
export interface KnownSegment extends Segment {
  readonly flight: Flight;
  /** Undefined where the flight does not fly that day. */
  readonly day: FlightDay | undefined;
}

/** Airports of one city, as IATA counts them, are one place to fly to. */
const citiesWithSeveralAirports: Readonly<Record<string, string>> = {
  JFK: 'NYC',
  LGA: 'NYC',
  EWR: 'NYC',
};

/** True when it has taken off. */
export function hasLeft({ day }: KnownSegment): boolean {
  return day?.status === 'flying' || day?.status === 'landed';
}

/** True when it has not taken off and has seats for sale. */
export function isOnSale({ day }: KnownSegment): boolean {
  return day?.status === 'available';
}

/** True when the airline cancelled it. */
export function isCancelled({ day }: KnownSegment): boolean {
  return day?.status === 'cancelled';
}

/** True when it is late, or was. */
export function isDelayed(segment: KnownSegment): boolean {
  const { flight, day, date } = segment;
  if (day?.status === 'delayed') return true;
  const left = day?.actual_departure_time_est ?? '';
  const arrived = day?.actual_arrival_time_est ?? '';
  return left > momentOf(date, flight.scheduled_departure_time_est) || arrived > arrivalOf(segment);
}

/** True when every segment begins where and after the one before it ends. */
export function isConnected(segments: readonly KnownSegment[]): boolean {
  return segments.every((segment, index) => {
    const before = segments[index - 1];
    if (before === undefined) return true;
    const leaves = momentOf(segment.date, segment.flight.scheduled_departure_time_est);
    return (
      isSamePlace(before.flight.destination, segment.flight.origin) && leaves >= arrivalOf(before)
    );
  });
}

/** True when the segments lead from the origin to the destination, and back on a round trip. */
export function follows(segments: readonly KnownSegment[], route: Route): boolean {
  const isRoundTrip = route.flight_type === 'round_trip';
  const end = isRoundTrip ? route.origin : route.destination;
  return (
    isSamePlace(segments[0]?.flight.origin, route.origin) &&
    isSamePlace(segments.at(-1)?.flight.destination, end) &&
    segments.some(({ flight }) => isSamePlace(flight.destination, route.destination))
  );
}

/** True when both are the same flight on the same day. */
export function isSameSegment(segment: Segment, other: Segment): boolean {
  return segment.flight_number === other.flight_number && segment.date === other.date;
}

function isSamePlace(airport: string | undefined, other: string): boolean {
  if (airport === undefined) return false;
  return placeOf(airport) === placeOf(other);
}

function placeOf(airport: string): string {
  return citiesWithSeveralAirports[airport] ?? airport;
}

function arrivalOf({ date, flight }: KnownSegment): string {
  return momentOf(date, flight.scheduled_arrival_time_est);
}

/** The schedule's `01:30:00+1` on `2024-05-20` is `2024-05-21T01:30:00`; such texts compare as times. */
function momentOf(date: string, time: string): string {
  const [clock = '', days = '0'] = time.split('+');
  const moved = new Date(Date.parse(`${date}T00:00:00Z`) + Number(days) * 86_400_000);
  return `${moved.toISOString().slice(0, 10)}T${clock}`;
}
