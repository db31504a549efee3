import { decisionLine } from '@interpose/core/log';
import type { DecisionRecord } from '@interpose/core';
import { afterEach, expect, test, vi } from 'vitest';

import { reporter } from './reporter.ts';

afterEach(() => vi.restoreAllMocks());

const record: DecisionRecord = {
  event: 'preToolCall',
  id: '1',
  seq: 1,
  at: 0,
  sessionId: 'thread',
  chatId: 'chat',
  agent: { id: 'desk' },
  tool: 'refund',
  decision: 'deny',
  by: ['shop/rule'],
  codes: ['shop_closed'],
  reason: 'closed\nforged line',
  problem: 'a hook returned boolean',
  changed: false,
  hooks: 1,
  mode: 'enforce',
  ms: 1.25,
};

test('a decision is one line for people, as logDecisions writes it, and the whole record as JSON', () => {
  const lines: unknown[] = [];
  vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line));
  reporter(false)({ kind: 'decision', record });
  reporter(true)({ kind: 'decision', record });
  expect(lines[0]).toBe(decisionLine(record));
  expect(lines[0]).toBe(
    'deny      preToolCall refund  shop/rule shop_closed  closed\\nforged line  a hook returned boolean  session thread  1.3 ms',
  );
  expect(JSON.parse(String(lines[1]))).toEqual({ kind: 'decision', record });
});

test.each([
  [['onTrigger', 'preMemoryStore'], 'onTrigger, preMemoryStore'],
  [
    ['onTrigger', 'onMessage', 'preCompact', 'preMcpMessage', 'onMcpMessage'],
    'onTrigger, onMessage, preCompact and 2 more',
  ],
])('the warning about %j is one short line that says what to do', (uncovered, named) => {
  const lines: unknown[] = [];
  vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line));
  reporter(false)({ kind: 'policies', names: ['a'], reloaded: false, digest: 'd', uncovered });
  expect(lines).toEqual([
    `policies  a  d\nwarning   no hook checks ${named}: they are all allowed; add hooks for those you use`,
  ]);
});
