import type { ApprovalRequest } from '@interpose/core';
import { expect, onTestFinished, test, vi } from 'vitest';

import { placeOfUnstorable } from '../storage/storable-text.ts';
import { newApproval } from './new-approval.ts';

const NOW = 1_700_000_000_000;

/** The step of an agent, in its wire form. */
const notes = {
  wireOf: () => ({ stepId: 'step of the shop', takesAnswers: false }),
  answerWith: () => undefined,
};

function keyFor(agent: ApprovalRequest['agent']): string {
  const value = { id: 'call-1', name: 'refund', args: { cents: 500 } };
  const request = {
    ...{ token: 't', event: 'preToolCall', sessionId: 's', chatId: 'c', agent, by: ['shop/big'] },
    ...{ reason: 'a big refund', value, digest: 'd', expiresAt: 1, tool: { name: 'refund' } },
    // Only the fields of the row are read.
  } as unknown as ApprovalRequest;
  return newApproval('default', [], { notes, request, shown: value }).step_key;
}

test('an agent that asks again shares its ask, and one that names the step of another does not', () => {
  const own = keyFor({ id: 'shop', name: 'shop' });
  expect(keyFor({ id: 'shop, started again', name: 'shop' })).toBe(own);
  expect(keyFor({ id: 'till', name: 'till' })).not.toBe(own);
});

test.each([
  [60_000, 59_000],
  [1000, 900],
  [-5, -5],
  [Infinity, 8.64e15 - NOW],
])('an answer in the last moment of %d ms is not lost: people have %d ms', (ms, people) => {
  vi.useFakeTimers({ now: NOW });
  onTestFinished(() => void vi.useRealTimers());
  const value = { id: 'call-1', name: 'refund', args: {} };
  // Only the fields of the row are read.
  const request = { agent: { id: 'a' }, value, expiresAt: NOW + ms } as unknown as ApprovalRequest;
  const row = newApproval('default', [], { notes, request, shown: value });
  expect(row.expires_at - NOW).toBe(people);
});

test('texts that no database stores keep no ask from people', () => {
  const value = { id: 'call\0', name: 'a\0b', args: { text: 'a\0b' } };
  const request = {
    ...{ token: 't', event: 'preToolCall', sessionId: 's\0', chatId: 'c\0', by: ['shop/big\0'] },
    ...{ agent: { id: 'a\0' }, user: { id: 'u\0' }, reason: 'why\0', value, digest: 'd' },
    ...{ expiresAt: 1, tool: { name: 'a\0b' } },
    // Only the fields of the row are read.
  } as unknown as ApprovalRequest;
  const row = newApproval('default', [], { notes, request, shown: value });
  expect(placeOfUnstorable(row)).toBeUndefined();
  expect(row.session_id).toBe('s\uFFFD');
});
