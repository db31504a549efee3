import type { DecisionRecord } from '@interpose/core';
import { SpanStatusCode, type Attributes, type Span } from '@opentelemetry/api';

import { DECISION_EVENT, ERROR_TYPE, INTERPOSE, PROPOSED } from './semantic-names.ts';
import type { TelemetryOptions } from '../telemetry-options.ts';

/** Whether a decision becomes a span event; most decisions are plain allows, which cost nothing more. */
export function isTold(
  record: DecisionRecord,
  { decisions }: Pick<TelemetryOptions, 'decisions'>,
): boolean {
  return decisions !== 'interfering' || record.decision !== 'allow' || record.codes.length > 0;
}

/** Adds a decision as an event to the span of its step. The event has no payload, since records have none. */
export function addDecision(
  span: Span,
  record: DecisionRecord,
  { proposedNames }: Pick<TelemetryOptions, 'proposedNames'>,
): void {
  const proposed = proposedNames === true ? proposedAttributes(record) : undefined;
  span.addEvent(
    DECISION_EVENT,
    { ...decisionAttributes(record), ...proposed },
    record.at + record.ms,
  );
}

/** Whether a decision kept the step from happening, or its outcome from being used. */
export function isRefused(record: DecisionRecord | undefined): record is DecisionRecord {
  if (record === undefined || record.mode === 'monitor') return false;
  if (record.decision === 'deny') return true;
  return record.decision === 'ask' && record.settled !== 'approved';
}

function decisionAttributes(record: DecisionRecord): Attributes {
  const { reason, settled, approvedBy } = record;
  return {
    [INTERPOSE.recordId]: record.id,
    [INTERPOSE.event]: record.event,
    [INTERPOSE.decision]: record.decision,
    [INTERPOSE.by]: [...record.by],
    [INTERPOSE.codes]: [...record.codes],
    [INTERPOSE.changed]: record.changed,
    [INTERPOSE.mode]: record.mode,
    [INTERPOSE.decisionDuration]: record.ms / 1000,
    ...(reason !== undefined && { [INTERPOSE.reason]: reason }),
    ...(settled !== undefined && { [INTERPOSE.settled]: settled }),
    ...(approvedBy !== undefined && { [INTERPOSE.approvedBy]: approvedBy }),
  };
}

function proposedAttributes(record: DecisionRecord): Attributes {
  const [by] = record.by;
  return {
    [PROPOSED.verdict]: record.decision,
    [PROPOSED.action]: record.mode === 'monitor' ? 'none' : record.decision,
    ...(by !== undefined && {
      [PROPOSED.guardrailName]: by,
      [PROPOSED.policyName]: by.split('/')[0] ?? by,
    }),
  };
}

/** Marks a span as refused, with the policies and the reason. */
export function refuse(span: Span, { codes, by, decision }: DecisionRecord): void {
  if (!span.isRecording()) return;
  span.setAttributes({ [ERROR_TYPE]: codes[0] ?? 'denied', [INTERPOSE.by]: [...by] });
  span.setStatus({
    code: SpanStatusCode.ERROR,
    message: `${decision === 'ask' ? 'not approved' : 'denied'} by ${by.join(', ') || 'interpose'}`,
  });
}
