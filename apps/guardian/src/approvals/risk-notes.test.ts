import { expect, test } from 'vitest';
import type { Approval } from '@interpose/guardian-api';

import { riskNotes } from './risk-notes.ts';

function ask(more: Partial<Approval>): Approval {
  return {
    id: 'one',
    sessionId: 's',
    chatId: 'c',
    agent: 'shop',
    event: 'preToolCall',
    tool: 'refund',
    question: 'Refund?',
    by: ['policy/hook'],
    state: 'waiting',
    digest: 'd',
    askedAt: 0,
    expiresAt: 1,
    quorum: { needed: 1, roles: ['approver'] },
    answers: [],
    ...more,
  };
}

test.each([
  ['a text that is turned around', { args: { to: '\u202Emoc' } }, 'danger', 'to'],
  ['a name with a character of no width', { args: { 'to\u200B': 1 } }, 'danger', 'to\u200B'],
  [
    'an address with a letter of another alphabet',
    { args: { to: 'p\u0430ypal.com' } },
    'warn',
    'to',
  ],
  [
    'an address of another alphabet below .com',
    { args: { a: { to: 'раураӏ.com' } } },
    'warn',
    'a.to',
  ],
  ['a tool with a letter of another alphabet', { tool: 'r\u0435fund' }, 'warn', undefined],
  ['a question with a mark of direction', { question: 'a\u2066b' }, 'danger', undefined],
  ['a hidden value', { args: { password: '<PASSWORD>' } }, 'info', 'password'],
])('%s is pointed at', (_, more, level, path) => {
  expect(riskNotes(ask(more))).toEqual([
    { level, text: expect.any(String) as string, ...(path === undefined ? {} : { path }) },
  ]);
});

test('plain words of any language, emoji and units are not', () => {
  const texts = ['Перевод Anna', 'שלום', 'مرحبا', '你好', '👩‍👩‍👧 ❤️', '5 μm, Δt', 'one\r\ntwo\tthree'];
  expect(riskNotes(ask({ args: { texts } }))).toEqual([]);
});

test('the same is said once for an argument, and of ten thousand only a hundred times', () => {
  const texts = Array.from({ length: 10_000 }, () => 'a\u200Bb');
  expect(riskNotes(ask({ args: { texts } }))).toHaveLength(1);
  const args = Object.fromEntries(texts.map((text, at) => [at, text]));
  expect(riskNotes(ask({ args }))).toHaveLength(100);
});

// A busy machine may be slow once; text that is read forty times over is slow every time.
test('a long text of another alphabet is read quickly', { retry: 2 }, () => {
  const started = performance.now();
  expect(riskNotes(ask({ args: { text: `${'а'.repeat(400_000)} x` } }))).toEqual([]);
  expect(performance.now() - started).toBeLessThan(400);
});
