import type { DecisionRecord } from '@interpose/core';
import { expect, test } from 'vitest';
import { RunLog } from './run-log.ts';

const record: DecisionRecord = {
  event: 'preToolCall',
  id: 's:1',
  seq: 1,
  at: 0,
  agent: { id: 'agent' },
  hooks: 1,
  sessionId: 's',
  chatId: 'c',
  decision: 'allow',
  by: [],
  codes: [],
  changed: false,
  mode: 'enforce',
  ms: 0,
};

function logOf(...records: readonly Partial<DecisionRecord>[]): RunLog {
  const log = new RunLog();
  for (const news of records) log.note({ ...record, ...news });
  return log;
}

test('decisions are counted by what was said', () => {
  const { decisions } = logOf({}, {}, { decision: 'deny' }, { decision: 'ask' });
  expect(decisions).toEqual({ allow: 2, deny: 1, modify: 0, respond: 0, ask: 1, retry: 0 });
});

test('a delta that passes is not counted, one that is changed is', () => {
  const { decisions } = logOf(
    { event: 'onResponseDelta' },
    { event: 'onResponseDelta', decision: 'modify', changed: true },
  );
  expect(decisions).toMatchObject({ allow: 0, modify: 1 });
});

test.each<[string, boolean, Partial<DecisionRecord>]>([
  ['an allow', false, {}],
  ['a deny', true, { decision: 'deny' }],
  ['a modify', true, { decision: 'modify', changed: true }],
  ['a retry', true, { decision: 'retry' }],
  ['an approved ask', false, { decision: 'ask', settled: 'approved' }],
  ['an approved ask with a change', true, { decision: 'ask', settled: 'approved', changed: true }],
  ['a refused ask', true, { decision: 'ask', settled: 'refused' }],
  ['a monitored deny', false, { decision: 'deny', mode: 'monitor' }],
])('%s interferes: %s', (_, interferes, news) => {
  expect(logOf(news, {}).isInterfered).toBe(interferes);
});

test('a supplied outcome excuses an error until something else is decided', () => {
  const supplied = { event: 'preRequest', decision: 'respond' } as const;
  expect(logOf(supplied).isAnswered).toBe(true);
  expect(logOf(supplied, { event: 'onRequestError' }).isAnswered).toBe(true);
  expect(logOf(supplied, { event: 'onResponse' }).isAnswered).toBe(false);
  expect(logOf({ ...supplied, mode: 'monitor' }).isAnswered).toBe(false);
  expect(logOf({ decision: 'modify', changed: true }).isAnswered).toBe(false);
});

test('a suspended call is remembered', () => {
  expect(logOf({ decision: 'ask', settled: 'suspended' }, {}).isSuspended).toBe(true);
  expect(logOf({ decision: 'ask', settled: 'refused' }).isSuspended).toBe(false);
});
