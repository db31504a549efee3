import { describe, expect, test } from 'vitest';

import { modelCycle, toolCycle } from '../adapter.ts';
import {
  ask,
  createHooks,
  deny,
  type HooksOptions,
  type ModelRequest,
  type Policy,
} from '../index.ts';
import { gateCall } from '../../test/gate-call.ts';
import { modelStep } from '../../test/model-step.ts';
import { openTestChat } from '../../test/open-test-chat.ts';
import { recordingHooks } from '../../test/recording-hooks.ts';
import { sampleRequest } from '../../test/sample-values.ts';
import { toolStep } from '../../test/tool-step.ts';

describe('the record of an ask', () => {
  test.each<[string, HooksOptions, string, readonly string[]]>([
    ['approved', { approver: () => ({ approved: true }) }, 'approved', []],
    ['refused', { approver: () => ({ approved: false }) }, 'refused', ['approval_refused']],
    ['refused for want of an approver', {}, 'refused', ['approver_unavailable']],
    [
      'not answered',
      { approver: () => new Promise(() => undefined), approvalTimeoutMs: 10 },
      'timeout',
      ['approval_timeout'],
    ],
  ])('of an ask that was %s stays an ask', async (_, options, settled, codes) => {
    const { hooks, records } = recordingHooks(options);
    hooks.addHook('preToolCall', () => ask('a?'), { name: 'a' });
    hooks.addHook('preToolCall', () => ask('b?'), { name: 'b' });
    await gateCall(hooks);
    expect(records).toMatchObject([{ decision: 'ask', by: ['a', 'b'], settled, codes }]);
    expect(records[0]!.digest).toMatch(/^[0-9a-f]{64}$/);
  });

  test('of a suspended ask says so, with its digest', async () => {
    const { hooks, records } = recordingHooks();
    hooks.addHook('preToolCall', () => ask('?'), { name: 'a' });
    await toolCycle(await openTestChat(hooks, { suspends: true }), toolStep());
    expect(records).toMatchObject([
      { decision: 'ask', by: ['a'], settled: 'suspended', reason: '?' },
    ]);
    expect(records[0]!.digest).toMatch(/^[0-9a-f]{64}$/);
  });

  test('has a digest and an ending only where an ask was made', async () => {
    const { hooks, records } = recordingHooks();
    hooks.addHook('preToolCall', () => deny('no'));
    await gateCall(hooks);
    expect(Object.keys(records[0]!)).not.toContain('digest');
    expect(Object.keys(records[0]!)).not.toContain('settled');
  });
});

describe('records', () => {
  test('are made only when somebody takes them', async () => {
    const hooks = createHooks();
    let taken: unknown = 'none';
    hooks.addHook('preToolCall', () => undefined);
    hooks.observe('preToolCall', (ctx) => void ctx);
    hooks.observe('preToolCall', (...all) => void (taken = all[1]));
    await gateCall(hooks);
    expect(taken).toMatchObject({ decision: 'allow' });
  });

  test('are not made for events that only observers hear', async () => {
    const { hooks, records } = recordingHooks();
    let record: unknown = 'unset';
    hooks.observe('onMessage', (...all) => void (record = all[1]));
    await hooks.dispatch('onMessage', { message: { role: 'user', content: [] } });
    expect(records).toEqual([]);
    expect(record).toBeUndefined();
  });

  test('tell what each hook said only while tracing', async () => {
    for (const trace of [true, false]) {
      const { hooks, records } = recordingHooks({ trace });
      hooks.addHook('preToolCall', () => undefined, { name: 'silent' });
      hooks.addHook('preToolCall', async ({ call }) => ({ call: { ...call } }), {
        name: 'changer',
      });
      hooks.addHook('preToolCall', () => null as never, { name: 'broken', onError: 'deny' });
      hooks.addHook('preToolCall', () => undefined, { name: 'never' });
      await gateCall(hooks);
      const steps = [
        { hook: 'silent', decision: 'allow', ms: expect.any(Number) },
        { hook: 'changer', decision: 'modify', ms: expect.any(Number) },
        { hook: 'broken', decision: 'deny', code: 'invalid_verdict', ms: expect.any(Number) },
      ];
      expect(records[0]!.steps).toEqual(trace ? steps : undefined);
    }
  });

  test('tell while tracing how long a hook took, and that it failed', async () => {
    const { hooks, records } = recordingHooks({ trace: true });
    hooks.addHook(
      'preToolCall',
      () =>
        new Promise((_, reject) => {
          setTimeout(reject, 15, new Error('x'));
        }),
      { name: 'slow', onError: 'allow' },
    );
    await gateCall(hooks);
    const [step] = records[0]!.steps!;
    expect(step).toMatchObject({ hook: 'slow', decision: 'deny', code: 'hook_failed' });
    expect(step!.ms).toBeGreaterThanOrEqual(14);
  });

  test('tell while tracing of hooks that say nothing, at once or later, in their order', async () => {
    const { hooks, records } = recordingHooks({ trace: true });
    hooks.addHook('preToolCall', async () => undefined, { name: 'first' });
    hooks.addHook('preToolCall', () => undefined, { name: 'second' });
    hooks.addHook('preToolCall', async () => undefined, { name: 'third' });
    await gateCall(hooks);
    expect(records[0]!.steps?.map(({ hook, decision }) => [hook, decision])).toEqual([
      ['first', 'allow'],
      ['second', 'allow'],
      ['third', 'allow'],
    ]);
  });

  test('are read-only at all levels, for one observer as for the next', async () => {
    const { hooks, records } = recordingHooks({ trace: true });
    hooks.addHook('preToolCall', () => deny('no', { data: { limit: { cents: 5 } } }));
    await gateCall(hooks);
    const { data, steps } = records[0]!;
    for (const part of [data, data?.['limit'], steps, steps?.[0]])
      expect(part !== undefined && Object.isFrozen(part)).toBe(true);
  });

  test('of monitored hooks are traced too', async () => {
    const { hooks, records } = recordingHooks({ trace: true, mode: 'monitor' });
    hooks.addHook('preToolCall', () => deny('no'), { name: 'watched' });
    await gateCall(hooks);
    expect(records[0]!.steps).toMatchObject([{ hook: 'watched', decision: 'deny' }]);
  });
});

describe('the record of what a monitored policy would have done', () => {
  const named = (model: string, name: string): Policy => ({
    name,
    mode: 'monitor',
    hooks: { preRequest: ({ request }) => ({ request: { ...request, model } }) },
  });

  test.each([
    ['at once', (reason?: string) => reason],
    ['later', (reason?: string) => Promise.resolve(reason)],
  ])('is a deny where the host says %s that it cannot carry the change out', async (_, say) => {
    const { hooks, records } = recordingHooks({
      policies: [named('a', 'fine'), named('b', 'odd')],
    });
    const unsupported = ({ model }: ModelRequest) => say(model === 'b' ? 'No b here.' : undefined);
    const sent: ModelRequest[] = [];
    const step = modelStep({ sent, unsupported });
    const outcome = await modelCycle(await openTestChat(hooks), step);
    expect([outcome.kind, sent]).toEqual(['response', [sampleRequest()]]);
    expect(records.filter(({ mode }) => mode === 'monitor')).toMatchObject([
      { decision: 'deny', by: ['odd/preRequest'], codes: ['modify_unsupported'], changed: false },
    ]);
  });

  test('is a change where the host can carry it out', async () => {
    const { hooks, records } = recordingHooks({ policies: [named('a', 'fine')] });
    const step = modelStep({ unsupported: () => undefined });
    await modelCycle(await openTestChat(hooks), step);
    expect(records.filter(({ mode }) => mode === 'monitor')).toMatchObject([
      { decision: 'modify', by: ['fine/preRequest'], codes: [] },
    ]);
  });

  test('is a deny for a change of the name of a call, and nothing for the call itself', async () => {
    const { hooks, records } = recordingHooks({ mode: 'monitor' });
    hooks.addHook('preToolCall', ({ call }) => ({ call }), { name: 'same' });
    await gateCall(hooks);
    hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, name: 'other' } }), {
      name: 'renames',
    });
    await gateCall(hooks);
    expect(records).toMatchObject([
      { decision: 'allow', by: [] },
      { decision: 'deny', by: ['renames'], codes: ['rename_denied'] },
    ]);
  });
});
