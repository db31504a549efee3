import { describe, expect, test } from 'vitest';

import { ask, createHooks, deny, type DecisionRecord, type HooksOptions } from '../index.ts';
import { skipSilence } from '../trace.ts';
import { gateCall } from '../../test/gate-call.ts';

describe('records', () => {
  test('are not made of silence for an observer that skips it, and are whole where a hook speaks', async () => {
    const hooks = createHooks();
    const told: DecisionRecord[] = [];
    const beside: unknown[] = [];
    hooks.observe(
      'onDecision',
      skipSilence(({ record }) => void told.push(record)),
    );
    hooks.observe(
      'preToolCall',
      skipSilence((...all) => void beside.push(all[1])),
    );
    hooks.addHook('preToolCall', () => undefined);
    hooks.addHook('preToolCall', () => undefined, { when: () => false });
    hooks.addHook('preToolCall', async () => undefined);
    await gateCall(hooks);
    expect([told, beside]).toEqual([[], [undefined]]);

    hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call } }), { name: 'changer' });
    hooks.addHook('preToolCall', () => undefined);
    await gateCall(hooks);
    expect(told).toMatchObject([{ decision: 'modify', by: ['changer'], hooks: 4 }]);
    expect(beside[1]).toBe(told[0]);
  });

  test.each<[string, HooksOptions, () => unknown]>([
    ['an allow that says why', {}, () => ({ decision: 'allow', reason: 'known', code: 'known' })],
    ['a monitored deny', { mode: 'monitor' }, () => deny('no')],
    ['an ask that was approved', { approver: () => ({ approved: true }) }, () => ask('?')],
  ])('reach an observer that skips silence with %s', async (_, options, say) => {
    const hooks = createHooks(options);
    const told: DecisionRecord[] = [];
    hooks.observe(
      'onDecision',
      skipSilence(({ record }) => void told.push(record)),
    );
    hooks.addHook('preToolCall', say as () => undefined);
    await gateCall(hooks);
    expect(told).toHaveLength(1);
  });

  test('of silence are made for all who take them, as soon as one does, also in a layer', async () => {
    const hooks = createHooks();
    let skipped = 0;
    hooks.observe(
      'onDecision',
      skipSilence(() => void skipped++),
    );
    const layer = hooks.extend();
    const records: DecisionRecord[] = [];
    const stop = layer.observe('onDecision', ({ record }) => void records.push(record));
    layer.addHook('preToolCall', () => undefined);
    await gateCall(layer);
    expect([records.length, skipped]).toEqual([1, 1]);
    stop();
    await gateCall(layer);
    expect([records.length, skipped]).toEqual([1, 1]);
  });

  test('keep their steps for an observer that skips silence', async () => {
    const hooks = createHooks({ trace: true });
    const told: DecisionRecord[] = [];
    hooks.observe(
      'onDecision',
      skipSilence(({ record }) => void told.push(record)),
    );
    hooks.addHook('preToolCall', () => undefined, { name: 'silent' });
    hooks.addHook('preToolCall', () => deny('no'), { name: 'guard' });
    await gateCall(hooks);
    expect(told[0]?.steps?.map(({ hook }) => hook)).toEqual(['silent', 'guard']);
  });
});
