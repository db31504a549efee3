import type { EventDefinition } from '../../registry/events/event-table.ts';
import type { EventSource } from './event-source.ts';
import { payloadOf, type Payload } from './context-state.ts';
import { EventContext, type Emission } from './event-context.ts';
import { exposeGetters } from './expose-getters.ts';

const FIRST: Emission = Object.freeze({});

/**
 * Makes the context of one emission. The payload passes into the dispatch's hands.
 * All events share one class, so that the engine sees one shape however many events fire.
 */
export function createContext(
  origin: EventSource,
  definition: EventDefinition,
  payload: Payload,
  emission: Emission = FIRST,
  depth: number = origin.depth,
): EventContext {
  if (definition.keys === undefined) exposeCustomKeys(Object.keys(payload));
  return new EventContext(origin, definition, payload, emission, depth);
}

function exposeCustomKeys(keys: readonly string[]): void {
  for (const key of keys) {
    if (key in EventContext.prototype) continue;
    const reader = {
      get(this: object): unknown {
        return payloadOf(this)[key];
      },
      configurable: true,
    };
    exposeGetters(EventContext.prototype, { [key]: reader });
  }
}
