import { readRun } from '@interpose/testing';
import { expect, test } from 'vitest';
import type { RunVerdict } from './replay-run.ts';
import type { RowOutcome } from './replay-rows.ts';
import { RunLog } from './transcript/run-log.ts';
import { Tally } from './tally.ts';

const run = readRun({
  messages: [
    { role: 'user', content: 'a' },
    { role: 'assistant', content: '' },
  ],
});

function replayed(row: number, verdict: RunVerdict): RowOutcome {
  const log = new RunLog();
  log.decisions.allow = 2;
  log.decisions.deny = row;
  return { kind: 'replayed', row, run, log, verdict };
}

test('rows are added up', () => {
  const tally = new Tally();
  tally.add(replayed(1, { kind: 'same' }));
  tally.add(replayed(2, { kind: 'interfered', difference: 'chat 1: less' }));
  tally.add(replayed(3, { kind: 'mismatched', difference: 'chat 1: less' }));
  tally.add(replayed(4, { kind: 'failed', reason: 'threw' }));
  tally.add({ kind: 'unreadable', row: 5, line: 7, reason: 'not JSON' });
  expect(tally.interfered).toBe(1);
  expect(tally.toReport('ai-sdk', true, 1.5)).toEqual({
    framework: 'ai-sdk',
    stream: true,
    runs: 4,
    failed: 1,
    mismatched: 1,
    unreadable: 1,
    irregular: { empty_answer: 4 },
    decisions: { allow: 8, deny: 10, modify: 0, respond: 0, ask: 0, retry: 0 },
    seconds: 1.5,
    failures: [
      { row: 3, reason: 'mismatched: chat 1: less' },
      { row: 4, reason: 'failed: threw' },
      { row: 5, reason: 'line 7 cannot be read: not JSON' },
    ],
  });
});
