import type { DecisionRecord } from '@interpose/core';
import canonicalize from 'canonicalize';

import { mayBeUnstorable, shortName, withStorableTexts } from '../storage/storable-text.ts';

/** The facts about a step beside its record. */
export interface StepPlace {
  readonly tenant: string;
  /** The id, unique among all guardians. */
  readonly id: string;
  readonly policies: string;
  /** The source of the decision: this guardian, an agent itself, or a person who changed a setting. */
  readonly source: 'asked' | 'reported' | 'changed';
  readonly parentChatId?: string | undefined;
  readonly framework?: string | undefined;
  /** The cost of the step in dollars, if the agent reported it. */
  readonly spend?: number | undefined;
  /** HMAC of the payload under the tenant's key. */
  readonly payload?: string | undefined;
}

/** One decision in the form that is chained and stored. */
export interface StepRow extends Omit<DecisionRecord, 'agent' | 'user' | 'seq' | 'id'>, StepPlace {
  readonly agent: string;
  readonly stepId: string;
  readonly user?: string;
  readonly organisation?: string;
}

/**
 * Writes the record in canonical JSON (RFC 8785), as it is hashed. The keys are in order here, so that only the `data`
 * of a policy has to be sorted.
 */
export function writeStep(record: DecisionRecord, place: StepPlace): string {
  return stepOf(record, place).text;
}

/** A record as it is hashed, and as an object if it need not be read from the text. */
export interface WrittenStep {
  readonly text: string;
  readonly row: StepRow | undefined;
}

/** Does the same as `writeStep`, and returns the object too. */
export function stepOf(record: DecisionRecord, place: StepPlace): WrittenStep {
  const { agent, user, steps, trace, data } = record;
  const row = {
    agent: shortName(agent.name ?? agent.id),
    approvedBy: record.approvedBy,
    at: record.at,
    by: record.by,
    changed: record.changed,
    chatId: shortName(record.chatId),
    codes: record.codes,
    data,
    decision: record.decision,
    digest: record.digest,
    event: record.event,
    framework: place.framework,
    hooks: record.hooks,
    id: place.id,
    mode: record.mode,
    ms: inMicroseconds(record.ms),
    organisation: user?.organisation,
    parentChatId: shortName(place.parentChatId),
    payload: place.payload,
    policies: place.policies,
    problem: record.problem,
    reason: record.reason,
    sessionId: shortName(record.sessionId),
    settled: record.settled,
    source: place.source,
    spend: place.spend,
    stepId: record.id,
    steps: steps?.map(toldStep),
    tenant: place.tenant,
    tool: shortName(record.tool),
    trace: trace && { traceparent: trace.traceparent, tracestate: trace.tracestate },
    user: shortName(user?.id),
  };
  return written(row);
}

/** Writes canonical JSON without sorting, if no policy put anything into `data`. */
function written(row: object & { readonly data: unknown }): WrittenStep {
  const text = JSON.stringify(row);
  // No database can store these texts, and the chain covers stored texts.
  if (mayBeUnstorable(text)) {
    const storable = withStorableTexts(JSON.parse(text));
    return { text: canonicalize(storable) ?? '', row: undefined };
  }
  const canonical = row.data === undefined ? text : (canonicalize(row) ?? '');
  return { text: canonical, row: row as StepRow };
}

type Told = NonNullable<DecisionRecord['steps']>[number];

function toldStep({ hook, decision, code, ms }: Told): object {
  return { code, decision, hook, ms: inMicroseconds(ms) };
}

/** Rounds milliseconds to whole microseconds: a number too small for a column would stop counting. */
function inMicroseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
