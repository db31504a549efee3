import { InterposeError } from '@interpose/core';

import { eventFacts } from '../events/event-facts.ts';

/**
 * Checks the events that an engine is to decide: all events whose hooks decide, except pieces of a stream, since an
 * engine judges whole values.
 *
 * @throws InterposeError `invalid_option`, naming the event.
 */
export function checkEngineEvents(
  engine: string,
  events: readonly string[],
  mapped?: readonly string[],
): void {
  if (!Array.isArray(events) || events.length === 0)
    throw invalid(engine, 'events is no list of events', 'name at least one');
  for (const event of events as readonly string[]) {
    if (eventFacts(event) === undefined || event === 'onResponseDelta')
      throw invalid(engine, `${event} is no event that it can decide`, 'name one as preToolCall');
    if (mapped !== undefined && !mapped.includes(event))
      throw invalid(
        engine,
        `there is no mapping of ${event}`,
        `name one of ${mapped.join(', ')}, or pass \`request\``,
      );
  }
}

function invalid(engine: string, problem: string, remedy: string): InterposeError {
  return new InterposeError('invalid_option', `${engine}: ${problem}`, remedy);
}
