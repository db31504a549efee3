import type { EventName, PayloadOf } from '@interpose/core';
import { completePayload } from '@interpose/testing/try-policy';

import type { Step } from './policy-case.ts';

/** Returns a written step as an event with a full payload, since hooks deny an incomplete payload. */
export function payloadOf({ on, payload }: Step): {
  readonly event: EventName;
  readonly payload: PayloadOf<EventName>;
} {
  const event = on as EventName;
  const written: unknown = payload;
  return { event, payload: completePayload(event, written as PayloadOf<EventName>) };
}
