import assert from 'node:assert/strict';

import type {
  BaseContext,
  DecisionRecord,
  DenyVerdict,
  Hooks,
  InterceptorName,
} from '@interpose/core';

import type { Scenario } from '../scenario/scenario.ts';

/** The place of a run, as the app sets it; its records must have the same. */
export const place: Required<Pick<Scenario, 'session' | 'agent' | 'user' | 'trace'>> = {
  session: { id: 'thread-7' },
  agent: { id: 'shop-agent', name: 'Shop', version: '2.1.0' },
  user: { id: 'ann', name: 'Ann', organisation: 'Bakery' },
  trace: { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' },
};

/** The reason, code and data of every verdict of these behaviours. */
export const why: Required<Pick<DenyVerdict, 'reason' | 'code' | 'data'>> = {
  reason: 'over the limit',
  code: 'over_limit',
  data: { limit: 100 },
};

/** The reports about a policy's decision on an event, and about the call of its hook. */
export interface ToldDecision {
  readonly records: readonly DecisionRecord[];
  readonly contexts: readonly BaseContext[];
  readonly startedAt: number;
}

/** Registers a policy with a silent hook and one with this verdict, and collects the reports about them. */
export function tellDecision(
  hooks: Hooks,
  event: InterceptorName,
  say: (ctx: never) => unknown,
): ToldDecision {
  const records: DecisionRecord[] = [];
  const contexts: BaseContext[] = [];
  const run = (ctx: BaseContext): unknown => {
    const said = say(ctx as never);
    if (said !== undefined) contexts.push(ctx);
    return said;
  };
  const listed = [
    { name: 'silent', priority: 1, run: () => undefined },
    { name: 'limit', priority: 1, run },
  ];
  hooks.use({ name: 'guard', hooks: { [event]: listed } });
  hooks.observe('onDecision', ({ record }) => {
    if (record.event === event && contexts.some(({ stepId }) => stepId === record.id))
      records.push(record);
  });
  return { records, contexts, startedAt: Date.now() };
}

/** Expects that the only record has these fields, the fields of every record, and no others. */
export function expectWholeRecord(
  { records, contexts, startedAt }: ToldDecision,
  expected: Partial<DecisionRecord> & Pick<DecisionRecord, 'decision'>,
): void {
  assert.equal(records.length, 1, `one record is told: ${JSON.stringify(records)}`);
  const { at, ms, seq, steps, digest, ...told } = records[0]!;
  const { event, stepId, chatId } = contexts[0]!;
  const [code] = expected.codes ?? [why.code];
  assert.deepEqual(told, {
    event,
    id: stepId,
    sessionId: place.session.id,
    chatId,
    agent: { id: place.agent.id, name: place.agent.name },
    user: { id: 'ann', organisation: 'Bakery' },
    trace: place.trace,
    by: ['guard/limit'],
    codes: [why.code],
    reason: why.reason,
    changed: false,
    hooks: 2,
    mode: 'enforce',
    ...expected,
  });
  assert.ok(at >= startedAt && at <= Date.now(), `at is ${at}`);
  assert.ok(ms >= 0 && ms < 60_000, `ms is ${ms}`);
  assert.ok(Number.isInteger(seq) && seq > 0, `seq is ${seq}`);
  assert.deepEqual(
    steps?.map(({ ms: took, ...step }) => [took >= 0, step]),
    [
      [true, { hook: 'guard/silent', decision: 'allow' }],
      [true, { hook: 'guard/limit', decision: expected.decision, code }],
    ],
  );
  // Only an ask has a digest.
  assert.match(digest ?? 'none', expected.decision === 'ask' ? /^[0-9a-f]{64}$/ : /^none$/);
}
