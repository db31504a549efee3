import { expect, test } from 'vitest';
import type { Approval } from '@interpose/guardian-api';

import { equalAsks } from './equal-asks.ts';

function waiting(id: string, more: Partial<Approval> = {}): Approval {
  return {
    id,
    sessionId: 's',
    chatId: 'c',
    agent: 'shop',
    event: 'preToolCall',
    tool: 'refund',
    args: { amount: 5, to: { iban: 'x', name: 'y' } },
    question: 'Refund?',
    by: ['policy/hook'],
    state: 'waiting',
    digest: id,
    askedAt: 0,
    expiresAt: 1,
    quorum: { needed: 1, roles: ['approver'] },
    answers: [],
    ...more,
  };
}

test('asks are equal with the same arguments in another order of keys, and only while they wait', () => {
  const one = waiting('one');
  const same = waiting('same', { args: { to: { name: 'y', iban: 'x' }, amount: 5 } });
  const others = [
    waiting('other amount', { args: { amount: 6, to: { iban: 'x', name: 'y' } } }),
    waiting('other tool', { tool: 'mail' }),
    waiting('other agent', { agent: 'bank' }),
    waiting('over', { state: 'denied' }),
  ];
  expect(equalAsks(one, [one, same, ...others])).toEqual([same]);
});
