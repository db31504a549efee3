import type { ApprovalRequest } from '@interpose/core';
import { expect, test } from 'vitest';

import { readConfig } from '../config/read-config.ts';
import type { Storage } from '../storage/open-storage.ts';
import { ApprovalDesk } from './approval-desk.ts';
import { Waiters } from './waiters.ts';

test('an answer that comes while the ask is being read wakes the step', async () => {
  const waiters = new Waiters();
  const row = { id: 'a', tenant: 'default', state: 'waiting', digest: 'd', answers: '[]' };
  const waiting = { ...row, outcome: null, expires_at: Date.now() + 60_000 };
  let looks = 0;
  // Somebody answers after the row was read, and the notice is faster than the reading.
  const within = (): Promise<unknown> => {
    looks += 1;
    if (looks === 2) queueMicrotask(() => waiters.wake('a'));
    return Promise.resolve(looks > 2 ? { ...waiting, state: 'approved' } : waiting);
  };
  // Only these two members are used.
  const storage = { hears: true, within } as unknown as Storage;
  const desk = new ApprovalDesk(storage, readConfig({}, { storage: 'none' }), waiters);
  const request = {
    ...{ token: 't', event: 'preToolCall', sessionId: 's', chatId: 'c', agent: { id: 'shop' } },
    ...{ reason: 'a refund', value: { id: '1', name: 'refund', args: {} }, digest: 'd', by: [] },
    ...{ expiresAt: Date.now() + 60_000, signal: AbortSignal.timeout(2000) },
    // The rest of a request is not read.
  } as unknown as ApprovalRequest;
  const asked = { wireOf: () => undefined, answerWith: () => undefined };
  expect(await desk.ask('default', asked, request)).toMatchObject({ approved: true });
});
