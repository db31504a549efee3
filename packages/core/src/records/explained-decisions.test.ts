import { describe, expect, test } from 'vitest';

import { toolCycle } from '../adapter.ts';
import { allow, ask, deny, type AnyVerdict } from '../index.ts';
import { gateCall } from '../../test/gate-call.ts';
import { openTestChat } from '../../test/open-test-chat.ts';
import { recordingHooks } from '../../test/recording-hooks.ts';
import { toolStep } from '../../test/tool-step.ts';

const said = (verdict: unknown) => () => verdict as undefined;
const same = (verdict: Omit<AnyVerdict, 'decision'>) => (ctx: { readonly call: object }) =>
  ({ decision: 'modify', value: { ...ctx.call }, ...verdict }) as never;

describe('a decision explains itself', () => {
  test('with the time, the user without a name, and the trace it came with', async () => {
    const { hooks, records } = recordingHooks();
    hooks.addHook('preToolCall', () => undefined);
    const trace = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' };
    const user = { id: 'ada', name: 'Ada Lovelace', organisation: 'acme' };
    const before = Date.now();
    await toolCycle(await openTestChat(hooks, { user, trace }), toolStep());
    expect(records).toMatchObject([{ user: { id: 'ada', organisation: 'acme' }, trace }]);
    expect(JSON.stringify(records)).not.toContain('Lovelace');
    expect(records[0]!.at).toBeGreaterThanOrEqual(before);
  });

  test('with the number of hooks that were asked: not those a filter or an earlier deny spared', async () => {
    const { hooks, records } = recordingHooks();
    hooks.addHook('preToolCall', () => undefined, { tool: 'another' });
    hooks.addHook('preToolCall', () => undefined, { when: () => false });
    hooks.addHook('preToolCall', () => undefined);
    hooks.addHook('preToolCall', async () => deny('no'));
    hooks.addHook('preToolCall', () => undefined);
    await gateCall(hooks);
    expect(records).toMatchObject([{ decision: 'deny', hooks: 2 }]);
  });

  test.each<[string, unknown, object]>([
    ['an allow', allow(), { codes: [] }],
    [
      'an allow that says why',
      { decision: 'allow', reason: 'known', code: 'known', data: { n: 1 } },
      { decision: 'allow', reason: 'known', codes: ['known'], data: { n: 1 } },
    ],
    [
      'a respond',
      { decision: 'respond', outcome: { result: 1 }, reason: 'kept', code: 'hit', data: { n: 1 } },
      { decision: 'respond', reason: 'kept', codes: ['hit'], data: { n: 1 } },
    ],
    [
      'a deny',
      deny('too much', { code: 'over', data: { limit: 500 } }),
      { decision: 'deny', reason: 'too much', codes: ['over'], data: { limit: 500 } },
    ],
  ])('with the reason, code and data of %s', async (_, verdict, record) => {
    const { hooks, records } = recordingHooks();
    hooks.addHook('preToolCall', said(verdict));
    await gateCall(hooks);
    expect(records).toMatchObject([record]);
  });

  test('with what every change says, and the reason of the first', async () => {
    const { hooks, records } = recordingHooks();
    hooks.addHook('preToolCall', same({ reason: 'masked', code: 'secret' }));
    hooks.addHook('preToolCall', same({ code: 'personal', data: { found: 2 } }));
    await gateCall(hooks);
    expect(records).toMatchObject([
      {
        decision: 'modify',
        reason: 'masked',
        codes: ['secret', 'personal'],
        data: { found: 2 },
      },
    ]);
  });

  test.each([true, false])(
    'with the reason of an ask, and who answered it: %s',
    async (approved) => {
      const { hooks, records } = recordingHooks({ approver: () => ({ approved, by: 'ada' }) });
      hooks.addHook('preToolCall', () => ask('a refund', { code: 'refund' }));
      await gateCall(hooks);
      expect(records).toMatchObject([
        { decision: 'ask', settled: approved ? 'approved' : 'refused', approvedBy: 'ada' },
      ]);
      expect(records[0]!.reason).toBe(approved ? 'a refund' : 'A person refused this: a refund');
      expect(records[0]!.codes).toContain('refund');
    },
  );

  test('in a bounded number of characters', async () => {
    const { hooks, records } = recordingHooks();
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    for (const data of [{ text: 'x'.repeat(3000) }, cyclic])
      hooks.addHook('preToolCall', () => deny('r'.repeat(600), { data }), { once: true });
    await gateCall(hooks);
    await gateCall(hooks);
    const [long, unwritable] = records;
    expect(long!.reason).toBe(`${'r'.repeat(499)}…`);
    expect(long!.data).toEqual({ cut: `{"text":"${'x'.repeat(2048 - 9)}` });
    expect(unwritable!.data).toEqual({ cut: '' });
  });
});

describe('an answer that cannot be read', () => {
  const wrong = said(true);

  test('is explained in the record and at onHookError, and not to the model', async () => {
    const { hooks, records } = recordingHooks();
    const failures: unknown[] = [];
    hooks.observe('onHookError', ({ hook, failedEvent, code, error }) => {
      failures.push({ hook, failedEvent, code, message: (error as Error).message });
    });
    hooks.addHook('preToolCall', wrong, { name: 'guard' });
    const verdict = await gateCall(hooks);
    const problem = 'a hook returned boolean; return deny(reason), a value or nothing';
    expect(records).toMatchObject([{ decision: 'deny', codes: ['invalid_verdict'], problem }]);
    expect(failures).toEqual([
      {
        hook: 'guard',
        failedEvent: 'preToolCall',
        code: 'invalid_verdict',
        message: `[invalid_verdict] ${problem}`,
      },
    ]);
    expect(JSON.stringify(verdict)).not.toContain('boolean');
  });

  test('is explained in the record of a monitored hook too', async () => {
    const { hooks, records } = recordingHooks({ mode: 'monitor' });
    hooks.addHook('preToolCall', wrong);
    await gateCall(hooks);
    expect(records).toMatchObject([
      { mode: 'monitor', problem: expect.stringContaining('boolean') },
    ]);
  });
});
