import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { report } from '@interpose/aos/report';
import { createHooks } from '@interpose/core';
import { afterAll, expect, test } from 'vitest';
import type { SessionRow, Stats } from '@interpose/guardian-api';

import { eventually, signIn } from '../../test/sign-in.ts';
import { killGuardians, startGuardian, TOKEN } from '../../test/start-guardian.ts';

const folder = mkdtempSync(join(tmpdir(), 'interpose-spend-'));
afterAll(async () => {
  await killGuardians();
  rmSync(folder, { recursive: true, force: true });
});

test('what models cost is summed up by session and by time, as their agents tell', async () => {
  const guardian = await startGuardian({ INTERPOSE_FOLDER: folder });
  const person = await signIn(guardian);
  const spendOf = (): number => 0.25;
  const hooks = createHooks({ policies: [report({ url: guardian.url, token: TOKEN, spendOf })] });
  for (const id of ['dear', 'dear', 'cheap'])
    await hooks.dispatch(
      'onResponse',
      {
        request: { model: 'small', messages: [] },
        response: { content: [], usage: { inputTokens: 1, outputTokens: 1 } },
        synthetic: false,
      },
      { session: { id } },
    );
  await hooks.close();
  const rows = await eventually(async () => {
    const page = await person.get<{ rows: SessionRow[] }>('/api/sessions');
    return page.rows.length === 2 && page.rows;
  });
  expect(Object.fromEntries(rows.map(({ id, spend }) => [id, spend]))).toEqual({
    dear: 0.5,
    cheap: 0.25,
  });
  const { buckets } = await person.get<Stats>('/api/stats');
  expect(buckets.reduce((sum, { spend }) => sum + spend, 0)).toBe(0.75);
  expect((await person.send('POST', '/api/audit/verify')).body).toMatchObject({ ok: true });
});
