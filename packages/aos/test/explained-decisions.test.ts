import {
  ask,
  createHooks,
  deny,
  modify,
  type DecisionRecord,
  type Dict,
  type ToolCall,
} from '@interpose/core';
import { openChat } from '@interpose/core/adapter';
import { expect, test } from 'vitest';

import { guardian, serve } from '../src/index.ts';
import { listen } from './listen.ts';

const why = { reason: 'over the limit', code: 'over_limit', data: { limit: 100 } };
const place = {
  host: { framework: 'app', version: '1.0.0' },
  agent: { id: 'shop', name: 'Shop' },
  session: { id: 'thread-7' },
  user: { id: 'ann', name: 'Ann', organisation: 'Bakery' },
  trace: { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' },
};
const same = [
  'agent',
  'by',
  'changed',
  'chatId',
  'codes',
  'data',
  'decision',
  'event',
  'hooks',
  'mode',
  'problem',
  'reason',
  'sessionId',
  'tool',
  'trace',
  'user',
] as const;

/** One refund judged by a guardian: the record there, and the one here. */
async function judged(
  say: (call: ToolCall) => unknown,
): Promise<readonly [there: DecisionRecord, here: DecisionRecord]> {
  const served = createHooks({ approver: () => ({ approved: true, by: 'bob' }) });
  const limit = { name: 'limit', run: ({ call }: { call: ToolCall }) => say(call) as undefined };
  served.use({ name: 'guard', hooks: { preToolCall: limit } });
  const server = await listen(serve(served));
  const hooks = createHooks({ policies: [guardian({ url: server.url, events: ['preToolCall'] })] });
  const [there, here] = [served, hooks].map((each) => {
    const records: DecisionRecord[] = [];
    each.observe('onDecision', ({ record }) => void records.push(record));
    each.observe('onHookError', () => undefined);
    return records;
  });
  const chat = await openChat(hooks, place);
  const call = { id: 'call_1', name: 'refund', args: { cents: 5 } };
  const tool = { name: 'refund', origin: 'local', known: true, enabled: true } as const;
  await chat.dispatch('preToolCall', { call, tool });
  await Promise.all([served.flush(), hooks.flush(), server.close()]);
  expect([there!.length, here!.length]).toEqual([1, 1]);
  return [there![0]!, here![0]!];
}

const fieldsOf = (record: DecisionRecord): Dict =>
  Object.fromEntries(same.map((field) => [field, record[field]]));

test.each<[string, (call: ToolCall) => unknown, Partial<DecisionRecord>]>([
  ['a deny', () => deny(why.reason, why), { decision: 'deny', data: why.data }],
  [
    'a change',
    (call) => ({ ...modify({ ...call, args: {} }), ...why }),
    { decision: 'modify', data: why.data, changed: true },
  ],
  [
    'an allow',
    () => ({ decision: 'allow', ...why }),
    { decision: 'allow', data: why.data, by: [] },
  ],
  [
    'an answer that cannot be read',
    () => true,
    {
      decision: 'deny',
      codes: ['invalid_verdict'],
      problem: 'a hook returned boolean; return deny(reason), a value or nothing',
    },
  ],
])(
  'the record here of %s that a guardian made says all that the record there says',
  async (_, say, expected) => {
    const [there, here] = await judged(say);
    expect(fieldsOf(here)).toEqual(fieldsOf(there));
    expect(here).toMatchObject({
      by: ['guard/limit'],
      user: { id: 'ann', organisation: 'Bakery' },
      trace: place.trace,
      ...expected,
    });
  },
);

test('the record here says who answered an ask that a guardian put to a person', async () => {
  const [there, here] = await judged(() => ({
    ...ask(why.reason),
    code: why.code,
    data: why.data,
  }));
  expect(there).toMatchObject({ decision: 'ask', settled: 'approved', approvedBy: 'bob' });
  expect(here).toMatchObject({
    decision: 'allow',
    reason: why.reason,
    codes: [why.code],
    data: { ...why.data, settled: 'approved', approvedBy: 'bob' },
  });
});
