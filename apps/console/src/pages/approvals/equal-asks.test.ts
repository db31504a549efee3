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
    args: { amount: 5, to: '<IBAN_CODE>' },
    question: 'Refund?',
    by: ['policy/hook'],
    state: 'waiting',
    digest: 'of five to x',
    askedAt: 0,
    expiresAt: 1,
    quorum: { needed: 1, roles: ['approver'] },
    answers: [],
    ...more,
  };
}

test('asks are equal by what they are about, also what is hidden, and only while they wait', () => {
  const one = waiting('one');
  const same = waiting('same');
  const others = [
    waiting('other hidden account', { digest: 'of five to y' }),
    waiting('other agent', { agent: 'bank' }),
    waiting('over', { state: 'denied' }),
  ];
  expect(equalAsks(one, [one, same, ...others])).toEqual([same]);
});
