import type { BaseContext, Dict, ToolCall } from '@interpose/core';

import { eventFacts } from '../shared/events/event-facts.ts';

/**
 * What Rego sees as `input`: the event, who asks, and the payload. What differs from step to step only by chance,
 * such as the id of a call, is left out, so that equal steps are equal inputs.
 */
export function opaInput(ctx: BaseContext): Dict {
  const { event, user, agent } = ctx;
  const payload = Object.fromEntries(
    // A payload's keys are those of its event.
    (eventFacts(event)?.keys ?? []).map((key) => [key, (ctx as unknown as Dict)[key]]),
  );
  const { id, name } = agent;
  const call = payload['call'] as ToolCall | undefined;
  return {
    ...payload,
    ...(call === undefined ? {} : { call: { name: call.name, args: call.args } }),
    event,
    user,
    agent: { id, name },
  };
}
