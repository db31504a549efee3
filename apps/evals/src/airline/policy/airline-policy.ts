import {
  definePolicy,
  deny,
  textOf,
  type AskVerdict,
  type DenyVerdict,
  type MaybePromise,
  type Policy,
  type PolicyHook,
} from '@interpose/core';
import type { AirlineRecords } from './records/airline-records.ts';
import { baggageChangeRules } from './rules/baggage-change.ts';
import { bookingRules } from './rules/booking.ts';
import { cancellationRules } from './rules/cancellation.ts';
import { compensationRules } from './rules/compensation.ts';
import { confirms } from './confirms.ts';
import { FactFinder, UnknownRecord } from './fact-finder.ts';
import { flightChangeRules } from './rules/flight-change.ts';
import { passengerChangeRules } from './rules/passenger-change.ts';
import { judge } from './rules/rule.ts';
import { writeSchemas, type WriteArguments } from './records/write-arguments.ts';

/** What the airline hands to its policy. */
export interface AirlineOptions {
  readonly records: AirlineRecords;
  /** The airline's local time now, `YYYY-MM-DDTHH:MM:SS`. */
  readonly now: () => string;
}

/**
 * The airline's written policy as hooks: every call that changes the booking database is held against it.
 *
 * @example
 * createHooks({ policies: [airlinePolicy({ records, now: () => '2024-05-15T15:00:00' })] });
 */
export function airlinePolicy({ records, now }: AirlineOptions): Policy {
  const facts = new FactFinder(records);
  return definePolicy({
    name: 'airline',
    version: '1.0.0',
    hooks: {
      onUserMessage: ({ message, session }) =>
        void session.state.set(confirmedKey, confirms(textOf(message))),
      preToolCall: [
        write('book_reservation', async (wanted) =>
          judge(bookingRules, await facts.ofBooking(wanted)),
        ),
        write('update_reservation_flights', async (wanted) =>
          judge(flightChangeRules, await facts.ofFlightChange(wanted)),
        ),
        write('update_reservation_baggages', async (wanted) =>
          judge(baggageChangeRules, await facts.ofBaggageChange(wanted)),
        ),
        write('update_reservation_passengers', async (wanted) =>
          judge(passengerChangeRules, await facts.ofPassengerChange(wanted)),
        ),
        write('cancel_reservation', async (wanted) =>
          judge(cancellationRules, await facts.ofCancellation(wanted, now())),
        ),
        write('send_certificate', async (wanted) =>
          judge(compensationRules, await facts.ofCompensation(wanted)),
        ),
        confirmation,
      ],
    },
  });
}

const confirmedKey = 'airline/confirmed';

type Judged = DenyVerdict | AskVerdict | undefined;

const confirmation: PolicyHook<'preToolCall'> = {
  name: 'confirmation',
  tool: 'book_reservation|update_reservation_*|cancel_reservation',
  run: async ({ session }) =>
    (await session.state.get(confirmedKey)) === true
      ? undefined
      : deny('List the details of this action and let the customer say yes to them first.', {
          code: 'not_confirmed',
        }),
};

/** What cannot be read is denied: arguments that are none, and records that do not exist. */
function write<Name extends keyof WriteArguments>(
  tool: Name,
  rule: (wanted: WriteArguments[Name]) => MaybePromise<Judged>,
): PolicyHook<'preToolCall'> {
  const schema = writeSchemas[tool];
  return {
    name: tool,
    tool,
    run: async ({ call }) => {
      const read = schema.safeParse(call.args);
      if (!read.success)
        return deny(`The arguments of ${tool} cannot be read.`, { code: 'malformed_arguments' });
      try {
        return await rule(read.data);
      } catch (error) {
        if (!(error instanceof UnknownRecord)) throw error;
        return deny(error.message, { code: 'unknown_record' });
      }
    },
  };
}
