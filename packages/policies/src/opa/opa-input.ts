import type { BaseContext, Dict, ToolCall } from '@interpose/core';

import { eventFacts } from '../shared/events/event-facts.ts';

/**
 * Returns the `input` that Rego sees: the event, the user, the agent and the payload. It has no values that differ at
 * random from step to step, such as the id of a call, so that equal steps have equal inputs.
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
