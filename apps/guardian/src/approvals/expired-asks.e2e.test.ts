import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApprovalRequest } from '@interpose/core';
import { expect, onTestFinished, test, vi } from 'vitest';

import { readConfig } from '../config/read-config.ts';
import { TenantKeys } from '../decisions/tenant-keys.ts';
import { openStorage } from '../storage/open-storage.ts';
import { answerApproval } from './answer-approval.ts';
import { ApprovalDesk } from './approval-desk.ts';
import { Waiters } from './waiters.ts';

test('an ask that one guardian called expired is answered at no other, though its clock is behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'interpose-expired-'));
  const storage = await openStorage({ folder });
  onTestFinished(async () => {
    await storage.close();
    rmSync(folder, { recursive: true });
  });
  await new TenantKeys(storage).load();
  const desk = new ApprovalDesk(storage, readConfig({}, { storage: 'none' }), new Waiters());
  const request = {
    ...{ token: 't', event: 'preToolCall', sessionId: 's', chatId: 'c', agent: { id: 'shop' } },
    ...{ reason: 'a refund', value: { id: '1', name: 'refund', args: {} }, digest: 'd', by: [] },
    ...{ expiresAt: Date.now() + 100, signal: AbortSignal.timeout(20_000) },
    // The rest of a request is not read.
  } as unknown as ApprovalRequest;
  const asked = { wireOf: () => undefined, answerWith: () => undefined };
  expect(await desk.ask('default', asked, request)).toMatchObject({ approved: false });
  const { id } = await storage.within('default', (work) =>
    work.selectFrom('approval').select('id').executeTakeFirstOrThrow(),
  );
  const behind = Date.now() - 60_000;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => behind);
  onTestFinished(() => clock.mockRestore());
  const ada = { tenant: 'default', name: 'ada', role: 'admin', id: 'local' } as const;
  await expect(
    answerApproval(storage, ada, id, { digest: 'd', decision: 'approve' }),
  ).rejects.toMatchObject({ status: 409 });
});
