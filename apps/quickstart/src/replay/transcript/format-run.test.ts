import { createHooks, deny, type Policy } from '@interpose/core';
import { readRun, scriptedModel } from '@interpose/testing';
import { beforeEach, expect, test, vi } from 'vitest';
import { aiSdk } from '../../frameworks/ai-sdk.ts';
import { formatRun } from './format-run.ts';
import { formatTotals } from '../format-totals.ts';
import { replayRun } from '../replay-run.ts';
import { Tally } from '../tally.ts';
import { watchRuns } from './watch-runs.ts';

beforeEach(() => {
  vi.stubEnv('FORCE_COLOR', undefined);
  vi.stubEnv('NO_COLOR', '1');
});

const noRefunds: Policy = {
  name: 'no-refunds',
  hooks: { preToolCall: () => deny('only people refund', { code: 'needs_person' }) },
};

async function printOf(policies: readonly Policy[]): Promise<{ run: string; totals: string }> {
  const run = readRun({
    suite: 'shop',
    messages: [
      { role: 'user', content: 'Refund it.' },
      { role: 'assistant', content: '', tool_calls: [{ id: '1', name: 'refund', args: {} }] },
      { role: 'tool', tool_call_id: '1', content: 'done' },
      { role: 'user', content: 'Thanks!' },
      { role: 'assistant', content: 'You are welcome.' },
    ],
  });
  await using server = await scriptedModel();
  const hooks = createHooks({ policies });
  const replay = {
    framework: aiSdk,
    hooks,
    logs: watchRuns(hooks, true),
    server,
    isStreamed: true,
  };
  const outcome = {
    kind: 'replayed',
    row: 3,
    run,
    ...(await replayRun(replay, run, 'row-3')),
  } as const;
  const tally = new Tally();
  tally.add(outcome);
  const report = tally.toReport('ai-sdk', true, 1.23);
  return { run: formatRun(outcome, 120), totals: formatTotals(report, tally.interfered) };
}

test('a run is printed with its events in order, chat by chat, each with its verdict', async () => {
  const lines = (await printOf([])).run.split('\n');
  const events = lines.map((line) => line.trim().split(/\s+/)[0]);
  expect(lines[0]).toBe('row 3: shop');
  expect(events.slice(2)).toEqual([
    ...['onSessionStart', 'onChatStart', 'onInventoryChange', 'onInventoryChange'],
    ...['onUserMessage', 'onMessage', 'preRequest', 'onResponse', 'onMessage'],
    ...['preToolCall', 'onToolCallResult', 'onMessage', 'onChatDone', 'chat'],
    ...['onChatStart', 'onUserMessage', 'onMessage', 'preRequest', 'onResponse'],
    ...['onAgentResponse', 'onMessage', 'onChatDone', 'onSessionEnd', 'as', ''],
  ]);
  expect(lines).toContain('    preToolCall #0         allow    refund({})');
  expect(lines.at(-2)).toBe('  as recorded');
});

test('a decision is printed with the record of who made it and why', async () => {
  const { run } = await printOf([noRefunds]);
  expect(run).toMatch(
    /preToolCall #0 {9}deny {5}refund\(\{\}\)\n +by no-refunds\/preToolCall · \[needs_person\] · \d+\.\d\d ms · "only people refund"\n/,
  );
  expect(run).toMatch(/\n {2}policies interfered: chat 1: answer 1 got .*Blocked by no-refunds/);
});

test('what a monitored policy would do is printed beside what was done', async () => {
  const { run } = await printOf([{ ...noRefunds, mode: 'monitor' }]);
  expect(run).toMatch(
    /onDecision.* deny {5}at preToolCall, monitored only\n +would be so · by no-refunds/,
  );
  expect(run).toContain('as recorded');
});

test('totals are printed under the runs', async () => {
  const { totals } = await printOf([noRefunds]);
  expect(totals.split('\n')).toEqual([
    '1 run replayed through ai-sdk, streamed, in 1.2 s',
    '  failed 0 · mismatched 0 · unreadable 0 · policies interfered in 1',
    expect.stringMatching(
      /^ {2}decisions {2}allow \d+ · deny 1 · modify 0 · respond 0 · ask 0 · retry 0$/,
    ),
    '  irregular  loop_cut_by_user 1',
  ]);
});
