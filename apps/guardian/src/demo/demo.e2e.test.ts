import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';
import type { Approval, Stats } from '@interpose/guardian-api';

import { eventually, signIn } from '../../test/sign-in.ts';
import { killGuardians, startGuardian } from '../../test/start-guardian.ts';

const folder = mkdtempSync(join(tmpdir(), 'interpose-demo-'));
afterAll(async () => {
  await killGuardians();
  rmSync(folder, { recursive: true });
});

test('one command shows decisions of every kind that the demo makes, and an agent that goes on once it is answered', async () => {
  const settings = { INTERPOSE_FOLDER: folder, INTERPOSE_DATA: join(folder, 'absent') };
  const guardian = await startGuardian(settings, ['--demo']);
  const person = await signIn(guardian);
  const { id, digest } = await eventually(async () => {
    const { rows } = await person.get<{ rows: Approval[] }>('/api/approvals?state=waiting');
    return rows[0];
  });
  const verbs = ['allow', 'deny', 'modify', 'respond'];
  await eventually(async () => {
    const { rows } = await person.get<{ rows: { decision: string }[] }>('/api/decisions?limit=500');
    const shown = new Set(rows.map(({ decision }) => decision));
    return verbs.every((verb) => shown.has(verb));
  });
  await eventually(async () => {
    const { buckets } = await person.get<Stats>('/api/stats');
    return buckets.some(({ spend }) => spend > 0);
  });
  const body = { decision: 'approve', digest };
  expect((await person.send('POST', `/api/approvals/${id}/answer`, body)).status).toBe(200);
  const whole = await eventually(async () => {
    const found = await person.get<Approval & { conversation: { role: string }[] }>(
      `/api/approvals/${id}`,
    );
    return found.conversation.some(({ role }) => role === 'user') && found;
  });
  expect(whole).toMatchObject({ state: 'approved' });
  expect(JSON.stringify(whole)).not.toContain('originalCall');
});
