import { describe, expect, test } from 'vitest';

import { streamMode, toolCycle } from '../../src/adapter.ts';
import {
  ask,
  createHooks,
  deny,
  modify,
  respond,
  retry,
  type DecisionRecord,
  type Hooks,
} from '../../src/index.ts';
import { gateCall } from '../gate-call.ts';
import { openTestChat } from '../open-test-chat.ts';
import { pauseFor } from '../pause-for.ts';
import { sampleCall } from '../sample-values.ts';
import { toolStep } from '../tool-step.ts';

const VERDICTS = {
  deny: deny('no', { code: 'mine' }),
  respond: respond({ result: 'supplied' }),
  ask: ask('?'),
  modify: modify(sampleCall({ cents: 1 })),
};

function records(hooks: Hooks): DecisionRecord[] {
  const list: DecisionRecord[] = [];
  hooks.observe('onDecision', ({ record }) => void list.push(record));
  return list;
}

describe('law 11: monitor mode', () => {
  test.each(Object.entries(VERDICTS))(
    'a %s is recorded, and nothing is applied',
    async (decision, said) => {
      let asked = 0;
      const hooks = createHooks({
        mode: 'monitor',
        approver: () => {
          asked++;
          return { approved: false };
        },
      });
      hooks.addHook('preToolCall', () => said as never, { name: 'watched' });
      const told = records(hooks);
      const chat = await openTestChat(hooks);
      const ran: unknown[] = [];
      const outcome = await toolCycle(chat, toolStep({ run: (call) => ran.push(call) && 'done' }));
      expect(outcome).toEqual({ kind: 'result', result: 'done', changed: false, synthetic: false });
      expect(ran).toEqual([sampleCall()]);
      expect(told[0]).toMatchObject({
        event: 'preToolCall',
        decision,
        by: ['watched'],
        codes: decision === 'deny' ? ['mine'] : [],
        changed: false,
        mode: 'monitor',
      });
      expect(asked).toBe(0);
    },
  );

  test('a retry is recorded and not carried out', async () => {
    const hooks = createHooks({ mode: 'monitor' });
    hooks.addHook('onToolCallResult', () => retry());
    const told = records(hooks);
    let runs = 0;
    await toolCycle(await openTestChat(hooks), toolStep({ run: () => ++runs }));
    expect(runs).toBe(1);
    expect(told.map(({ decision }) => decision)).toEqual(['retry']);
  });

  test('all hooks run, since nothing stops the chain, on the value as it is', async () => {
    const hooks = createHooks({ mode: 'monitor' });
    const seen: unknown[] = [];
    hooks.addHook('preToolCall', () => VERDICTS.deny);
    hooks.addHook('preToolCall', () => VERDICTS.modify);
    hooks.addHook('preToolCall', async ({ call, mode }) => void seen.push(call.args, mode));
    await gateCall(hooks);
    expect(seen).toEqual([{ cents: 100 }, 'monitor']);
  });

  test('the strongest of what was said is recorded, with all who would have modified', async () => {
    const hooks = createHooks({ mode: 'monitor' });
    for (const name of ['a', 'b']) hooks.addHook('preToolCall', () => VERDICTS.modify, { name });
    const told = records(hooks);
    await gateCall(hooks);
    hooks.addHook('preToolCall', () => VERDICTS.ask, { name: 'c' });
    hooks.addHook('preToolCall', () => VERDICTS.deny, { name: 'd' });
    hooks.addHook('preToolCall', () => VERDICTS.deny, { name: 'e' });
    await gateCall(hooks);
    expect(told.map(({ decision, by }) => [decision, by])).toEqual([
      ['modify', ['a', 'b']],
      ['deny', ['d']],
    ]);
  });

  test('where nobody said anything an allow is recorded, by nobody', async () => {
    const hooks = createHooks({ mode: 'monitor' });
    hooks.addHook('preToolCall', () => undefined);
    const told = records(hooks);
    await gateCall(hooks);
    expect(told).toMatchObject([{ decision: 'allow', by: [], codes: [], mode: 'monitor' }]);
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
      'hook_failed',
    ],
    ['is late', () => pauseFor(200), 'hook_timeout'],
    ['says what cannot be read', () => null as never, 'invalid_verdict'],
    ['asks for what cannot be done', () => retry() as never, 'retry_unsupported'],
  ])('a hook that %s is recorded as the deny it would have been', async (_, hook, code) => {
    const hooks = createHooks({ mode: 'monitor', onError: 'throw', timeoutMs: 20 });
    hooks.addHook('preToolCall', hook, code.startsWith('hook') ? {} : { onError: 'deny' });
    const told = records(hooks);
    expect(await gateCall(hooks)).toEqual({ decision: 'allow' });
    expect(told).toMatchObject([{ decision: 'deny', codes: [code], mode: 'monitor' }]);
  });

  test('of one policy leaves the others enforced, with a record of its own', async () => {
    const hooks = createHooks();
    hooks.use({
      name: 'trial',
      mode: 'monitor',
      hooks: { preToolCall: { run: () => deny('no'), name: 'no' } },
    });
    hooks.addHook('preToolCall', () => VERDICTS.modify, { name: 'real' });
    const told = records(hooks);
    expect(await gateCall(hooks)).toMatchObject({ decision: 'modify' });
    expect(told).toMatchObject([
      { decision: 'modify', by: ['real'], mode: 'enforce', changed: true },
      { decision: 'deny', by: ['trial/no'], mode: 'monitor', changed: false },
    ]);
    expect(told[0]!.id).not.toBe(told[1]!.id);
    expect(told[1]!.seq).toBeGreaterThan(told[0]!.seq);
  });

  test('of one policy that said nothing makes no second record', async () => {
    const hooks = createHooks();
    hooks.use({ name: 'trial', mode: 'monitor', hooks: { preToolCall: () => undefined } });
    const told = records(hooks);
    await gateCall(hooks);
    expect(told).toHaveLength(1);
  });

  test('of the registry cannot be left by a policy or a hook', async () => {
    const hooks = createHooks({ mode: 'monitor' });
    hooks.use({ name: 'p', mode: 'enforce', hooks: { preToolCall: () => deny('no') } });
    hooks.addHook('preToolCall', () => deny('no'), { mode: 'enforce' });
    expect(await gateCall(hooks)).toEqual({ decision: 'allow' });
  });

  test('of one hook in a policy that is enforced holds for that hook', async () => {
    const hooks = createHooks();
    hooks.use({
      name: 'p',
      hooks: { preToolCall: [{ run: () => deny('no'), mode: 'monitor' }, () => undefined] },
    });
    expect(await gateCall(hooks)).toEqual({ decision: 'allow' });
  });

  test('an enforced deny is not undone by a monitored hook, which then is not called', async () => {
    const hooks = createHooks();
    let calls = 0;
    hooks.addHook('preToolCall', () => deny('no'));
    hooks.addHook('preToolCall', () => void calls++, { mode: 'monitor' });
    expect(await gateCall(hooks)).toMatchObject({ decision: 'deny' });
    expect(calls).toBe(0);
  });

  test('holds nothing of a stream back', async () => {
    const hooks = createHooks({ mode: 'monitor' });
    hooks.addHook('onResponse', () => deny('no'));
    hooks.addHook('onResponseDelta', () => deny('no'), { window: 10 });
    const chat = await openTestChat(hooks);
    expect(streamMode(chat)).toBe('pass');
    expect(chat.listens('onResponse')).toBe(true);
    expect(chat.intercepts('onResponse', 'onResponseDelta')).toBe(false);
  });
});
