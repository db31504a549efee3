import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { guardian } from '@interpose/aos';
import { createHooks, type DecisionRecord } from '@interpose/core';
import { afterAll, afterEach, expect, test } from 'vitest';

import { killGuardians, startGuardian, TOKEN } from '../../test/start-guardian.ts';

const folder = mkdtempSync(join(tmpdir(), 'interpose-guardian-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(killGuardians);

test('a guardian tells the whole record of a decision, with what the hook said', async () => {
  const said = `{ decision: 'deny', reason: 'closed', code: 'shop_closed', data: { opens: 9 } }`;
  const record = await recordUnder('says.mjs', said);
  expect(record).toMatchObject({
    event: 'preToolCall',
    tool: 'refund',
    sessionId: 'thread',
    decision: 'deny',
    by: ['shop/rule'],
    codes: ['shop_closed'],
    reason: 'closed',
    data: { opens: 9 },
    changed: false,
    hooks: 1,
    mode: 'enforce',
  });
  for (const key of ['id', 'chatId'] as const) expect(record[key]).toMatch(/./);
  for (const key of ['seq', 'at', 'ms'] as const) expect(record[key]).toEqual(expect.any(Number));
});

test('a guardian tells what was unreadable in what a hook returned', async () => {
  expect(await recordUnder('odd.mjs', 'true')).toMatchObject({
    decision: 'deny',
    codes: ['invalid_verdict'],
    problem: expect.stringContaining('boolean') as string,
  });
});

/** Returns the record that the guardian reports for one call under a hook that returns this. */
async function recordUnder(name: string, returned: string): Promise<DecisionRecord> {
  const path = join(folder, name);
  const hook = `{ name: 'rule', run: () => (${returned}) }`;
  writeFileSync(path, `export default { name: 'shop', hooks: { preToolCall: ${hook} } };`);
  const started = await startGuardian({ INTERPOSE_STORAGE: 'none' }, [path]);
  const remote = guardian({ url: started.url, token: TOKEN, events: ['preToolCall'] });
  const tool = { name: 'refund', origin: 'local', known: true, enabled: true } as const;
  const call = { id: 'call_1', name: 'refund', args: {} };
  await createHooks({ policies: [remote] }).dispatch(
    'preToolCall',
    { call, tool },
    { session: { id: 'thread' } },
  );
  const { record } = await started.next('decision');
  return record as DecisionRecord;
}
