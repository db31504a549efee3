import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, expect, test } from 'vitest';
import type { Decision, Page } from '@interpose/guardian-api';

import { agentHooks, askTool } from '../../test/ask-tool.ts';
import { eventually, signIn } from '../../test/sign-in.ts';
import { killGuardians, startGuardian } from '../../test/start-guardian.ts';

const folder = mkdtempSync(join(tmpdir(), 'interpose-embedded-'));
afterEach(killGuardians);
afterAll(() => rmSync(folder, { recursive: true }));

test('the embedded database has every decision that was answered before a kill, and keeps its folder to itself', async () => {
  const settings = { INTERPOSE_FOLDER: folder, INTERPOSE_FLUSH_MS: '1000' };
  const first = await startGuardian(settings);
  await expect(startGuardian(settings)).rejects.toThrow('ended with 2');
  const hooks = agentHooks(first.url);
  for (let index = 0; index < 25; index++) await askTool(hooks, { cents: index });
  await first.kill();
  expect(readdirSync(join(folder, 'spool'))).not.toEqual([]);
  const second = await startGuardian(settings);
  const person = await signIn(second);
  const rows = await eventually(async () => {
    const page = await person.get<Page<Decision>>('/api/decisions');
    return page.rows.length >= 25 && page.rows;
  });
  expect(rows).toHaveLength(25);
  expect(await second.stop()).toBe(0);
});
