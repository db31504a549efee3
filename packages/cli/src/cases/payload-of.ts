import type { EventName, PayloadOf } from '@interpose/core';
import { completePayload } from '@interpose/testing/try-policy';

import type { Step } from './policy-case.ts';

/** A written step as the event it stands for; hooks deny what is not of the form that the event has. */
export function payloadOf({ on, payload }: Step): {
  readonly event: EventName;
  readonly payload: PayloadOf<EventName>;
} {
  const event = on as EventName;
  const written: unknown = payload;
  return { event, payload: completePayload(event, written as PayloadOf<EventName>) };
}
