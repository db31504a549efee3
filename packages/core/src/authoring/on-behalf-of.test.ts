import { describe, expect, test } from 'vitest';

import { toolCycle } from '../adapter.ts';
import { createHooks, deny, modify, type AnyVerdict, type DecisionRecord } from '../index.ts';
import { onBehalfOf } from '../remote.ts';
import { openTestChat } from '../../test/open-test-chat.ts';
import { sampleCall } from '../../test/sample-values.ts';
import { toolStep } from '../../test/tool-step.ts';

async function recordOf(
  verdict: AnyVerdict,
): Promise<{ record: DecisionRecord; outcome: unknown }> {
  const hooks = createHooks();
  hooks.addHook('preToolCall', () => verdict as never, { name: 'messenger' });
  const records: DecisionRecord[] = [];
  hooks.observe('onDecision', ({ record }) => void records.push(record));
  const chat = await openTestChat(hooks);
  const outcome = await toolCycle(chat, toolStep({ run: () => 1 }));
  await hooks.flush();
  return { record: records[0]!, outcome };
}

describe('a hook that speaks for hooks elsewhere', () => {
  test('has them named in the record and in the denial', async () => {
    const verdict = onBehalfOf(deny('no shell', { code: 'shell' }), ['guard/no-shell']);
    const { record, outcome } = await recordOf(verdict);
    expect(record).toMatchObject({ decision: 'deny', by: ['guard/no-shell'], codes: ['shell'] });
    expect(outcome).toMatchObject({ denial: { by: 'guard/no-shell', policy: 'guard' } });
  });

  test('has all modifiers named', async () => {
    const verdict = onBehalfOf(modify(sampleCall({ cents: 1 })), ['a/one', 'b/two']);
    const { record } = await recordOf(verdict);
    expect(record).toMatchObject({ decision: 'modify', by: ['a/one', 'b/two'], changed: true });
  });

  test('is named itself where it names nobody', async () => {
    const { record } = await recordOf(onBehalfOf(deny('no'), []));
    expect(record.by).toEqual(['messenger']);
  });
});

describe('an allow with a code', () => {
  test('lets the step run and leaves the code in the record', async () => {
    const { record, outcome } = await recordOf({ decision: 'allow', code: 'guardian_timeout' });
    expect(record).toMatchObject({ decision: 'allow', by: [], codes: ['guardian_timeout'] });
    expect(outcome).toMatchObject({ kind: 'result' });
  });

  test('that is not a string denies', async () => {
    const { record } = await recordOf({ decision: 'allow', code: 7 } as never);
    expect(record).toMatchObject({ decision: 'deny', codes: ['invalid_verdict'] });
  });
});
