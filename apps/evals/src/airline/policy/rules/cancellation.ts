import type { Reservation } from '../records/airline-records.ts';
import { hasLeft, isCancelled, type KnownSegment } from '../records/itinerary.ts';
import type { Rule } from './rule.ts';

/** A reservation that is about to be cancelled. */
export interface Cancellation {
  readonly reservation: Reservation;
  readonly segments: readonly KnownSegment[];
  /** Local time of the airline: `YYYY-MM-DDTHH:MM:SS`. */
  readonly now: string;
}

/** What the policy says under "Cancel flight". */
export const cancellationRules: readonly Rule<Cancellation>[] = [
  {
    code: 'segment_flown',
    reason: 'A trip of which a segment was flown cannot be cancelled; transfer to a human agent.',
    breaks: ({ reservation, segments }) =>
      reservation.cabin !== 'business' && segments.some(hasLeft),
  },
  {
    // The text says both that business can always be cancelled and that a used trip needs a person.
    code: 'segment_flown',
    reason: 'A segment of this trip in business was flown: a person has to decide.',
    verdict: 'ask',
    breaks: ({ reservation, segments }) =>
      reservation.cabin === 'business' && segments.some(hasLeft),
  },
  {
    code: 'not_refundable',
    reason:
      'Basic economy without insurance can be cancelled only within 24 hours of booking, or when the airline cancelled a flight.',
    breaks: (cancellation) =>
      cancellation.reservation.cabin === 'basic_economy' && isUncovered(cancellation),
  },
  {
    // The text says no; the airline's own right actions say yes. Until it says which, a person decides.
    code: 'not_refundable',
    reason:
      'Economy without insurance, more than 24 hours after booking, no flight cancelled by the airline: a person has to decide.',
    verdict: 'ask',
    breaks: (cancellation) =>
      cancellation.reservation.cabin === 'economy' && isUncovered(cancellation),
  },
];

function isUncovered({ reservation, segments, now }: Cancellation): boolean {
  const hours = (timeOf(now) - timeOf(reservation.created_at)) / 3_600_000;
  return hours > 24 && reservation.insurance !== 'yes' && !segments.some(isCancelled);
}

/** Both times are local to the airline: only their difference counts. */
function timeOf(local: string): number {
  return Date.parse(`${local}Z`);
}
