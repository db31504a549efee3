import { hash } from 'node:crypto';

import type { DecisionRecord } from '@interpose/core';
import canonicalize from 'canonicalize';

import { mayBeUnstorable, withStorableTexts } from '../storage/storable-text.ts';

/** What is known of a step beside its record. */
export interface StepPlace {
  readonly tenant: string;
  /** Unique over all guardians. */
  readonly id: string;
  readonly policies: string;
  /** Who made it: this guardian, an agent by itself, or a person at the guardian, who changed a setting. */
  readonly source: 'asked' | 'reported' | 'changed';
  readonly parentChatId?: string | undefined;
  readonly framework?: string | undefined;
  /** What the step cost, in dollars, where its agent told. */
  readonly spend?: number | undefined;
  /** HMAC of the payload under the tenant's key. */
  readonly payload?: string | undefined;
}

/** One decision as it is chained and stored. */
export interface StepRow extends Omit<DecisionRecord, 'agent' | 'user' | 'seq' | 'id'>, StepPlace {
  readonly agent: string;
  readonly stepId: string;
  readonly user?: string;
  readonly organisation?: string;
}

/**
 * The record in canonical JSON (RFC 8785), as it is hashed. The keys stand in their order here, so that only what a
 * policy put into `data` has to be sorted.
 */
export function writeStep(record: DecisionRecord, place: StepPlace): string {
  return stepOf(record, place).text;
}

/** A record as it is hashed, and the same as it is, where it need not be read from the text. */
export interface WrittenStep {
  readonly text: string;
  readonly row: StepRow | undefined;
}

/** As `writeStep`, with what was written. */
export function stepOf(record: DecisionRecord, place: StepPlace): WrittenStep {
  const { agent, user, steps, trace, data } = record;
  const row = {
    agent: named(agent.name ?? agent.id),
    approvedBy: record.approvedBy,
    at: record.at,
    by: record.by,
    changed: record.changed,
    chatId: named(record.chatId),
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
    parentChatId: named(place.parentChatId),
    payload: place.payload,
    policies: place.policies,
    problem: record.problem,
    reason: record.reason,
    sessionId: named(record.sessionId),
    settled: record.settled,
    source: place.source,
    spend: place.spend,
    stepId: record.id,
    steps: steps?.map(toldStep),
    tenant: place.tenant,
    tool: named(record.tool),
    trace: trace && { traceparent: trace.traceparent, tracestate: trace.tracestate },
    user: named(user?.id),
  };
  return written(row);
}

/** Canonical without sorting, where no policy put anything into `data`. */
function written(row: object & { readonly data: unknown }): WrittenStep {
  const text = JSON.stringify(row);
  // No database holds them in a text; the chain is over what is stored.
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

/** Whole microseconds, written in milliseconds: a number that is too small for a column would stop whoever counts. */
function inMicroseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

const LONGEST_NAME = 200;
const KEPT_OF_NAME = 150;

/** A name that no index takes would keep every decision of its batch out of the database: its hash stands for the rest. */
function named<T extends string | undefined>(name: T): string | T {
  if (name === undefined || name.length <= LONGEST_NAME) return name;
  return `${name.slice(0, KEPT_OF_NAME)}…${hash('sha256', name).slice(0, 32)}`;
}
