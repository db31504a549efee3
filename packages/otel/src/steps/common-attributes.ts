import type { BaseContext } from '@interpose/core';
import { SpanStatusCode, type Attributes, type Span } from '@opentelemetry/api';

import { ERROR_TYPE, GEN_AI, INTERPOSE } from '../spans/semantic-names.ts';

/** Adds the attributes that the spans of all steps have. */
export function addCommon(attributes: Attributes, ctx: BaseContext, framework: string): Attributes {
  const { session, agent, user, attempt } = ctx;
  attributes[GEN_AI.conversationId] = session.id;
  attributes[GEN_AI.agentId] = agent.id;
  if (agent.name !== undefined) attributes[GEN_AI.agentName] = agent.name;
  if (agent.version !== undefined) attributes[GEN_AI.agentVersion] = agent.version;
  if (user !== undefined) attributes[INTERPOSE.userId] = user.id;
  if (attempt > 1) attributes[INTERPOSE.attempt] = attempt;
  attributes[INTERPOSE.framework] = framework;
  return attributes;
}

/** Marks a span as failed; the type is a code or a class name, never a text that may hold content. */
export function fail(span: Span, type: string): void {
  span.setAttribute(ERROR_TYPE, type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
