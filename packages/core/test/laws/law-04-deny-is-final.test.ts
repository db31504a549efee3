import { describe, expect, test } from 'vitest';

import { ask, createHooks, deny, respond, retry, type Hook } from '../../src/index.ts';
import { toolCycle } from '../../src/adapter.ts';
import { gateCall } from '../gate-call.ts';
import { openTestChat } from '../open-test-chat.ts';
import { toolStep } from '../tool-step.ts';

type ResultHook = Hook<'onToolCallResult'>;

const SAID: Readonly<Record<string, ResultHook>> = {
  deny: () => deny('no'),
  respond: () => respond({ error: 'supplied' }),
  ask: () => ask('sure?'),
  retry: () => retry(),
  modify: () => ({ result: 'modified' }),
  allow: () => ({ decision: 'allow' }),
};

const STRENGTH = ['deny', 'respond', 'ask', 'retry', 'modify', 'allow'];

const pairs = STRENGTH.flatMap((stronger, index) =>
  STRENGTH.slice(index + 1).map((weaker) => [stronger, weaker] as const),
);

describe('law 4: deny is final', () => {
  test.each(pairs)('%s is stronger than %s, whichever is said first', async (stronger, weaker) => {
    for (const order of [
      [stronger, weaker],
      [weaker, stronger],
    ]) {
      const hooks = createHooks({ approver: () => ({ approved: true }) });
      const always = order[0] === 'respond';
      for (const said of order) hooks.addHook('onToolCallResult', SAID[said]!, { always });
      const decisions: string[] = [];
      hooks.observe('onToolCallResult', (_, record) => void decisions.push(record!.decision));
      const chat = await openTestChat(hooks);
      await toolCycle(chat, toolStep());
      expect(decisions[0]).toBe(stronger);
    }
  });

  test.each([
    ['deny', () => deny('no')],
    ['respond', () => respond({ result: 1 })],
  ])('%s stops the chain', async (_, verdict) => {
    const hooks = createHooks();
    const log: string[] = [];
    hooks.addHook('preToolCall', verdict);
    hooks.addHook('preToolCall', () => void log.push('later'));
    await gateCall(hooks);
    expect(log).toEqual([]);
  });

  test.each(['ask', 'retry', 'modify', 'allow'])('%s does not stop the chain', async (said) => {
    const hooks = createHooks({ approver: () => ({ approved: true }) });
    const log: string[] = [];
    hooks.addHook('onToolCallResult', SAID[said]!);
    hooks.addHook('onToolCallResult', () => void log.push('later'));
    await openTestChat(hooks).then((chat) => toolCycle(chat, toolStep()));
    expect(log[0]).toBe('later');
  });

  test('hooks registered always still run after a deny, and only they do', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    hooks.addHook('preToolCall', () => deny('first'));
    hooks.addHook('preToolCall', () => void log.push('usual'));
    hooks.addHook('preToolCall', () => void log.push('always'), { always: true });
    expect(await gateCall(hooks)).toMatchObject({ decision: 'deny', reason: 'first' });
    expect(log).toEqual(['always']);
  });

  test('the first deny stands, whatever a hook registered always says', async () => {
    for (const said of [deny('second'), respond({ result: 1 }), ask('?'), undefined]) {
      const hooks = createHooks();
      hooks.addHook('preToolCall', () => deny('first', { code: 'mine' }));
      hooks.addHook('preToolCall', () => said, { always: true });
      expect(await gateCall(hooks)).toMatchObject({ reason: 'first', code: 'mine' });
    }
  });

  test('after a respond a hook registered always may still deny', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => respond({ result: 1 }));
    hooks.addHook('preToolCall', async () => deny('never this one'), {
      always: true,
      name: 'guard',
    });
    expect(await gateCall(hooks)).toMatchObject({ decision: 'deny', by: 'guard' });
  });

  test('after a respond a hook registered always can do nothing but deny', async () => {
    for (const said of [respond({ result: 2 }), ask('?'), { result: 3 }, {}]) {
      const hooks = createHooks();
      hooks.addHook('preToolCall', () => respond({ result: 1 }));
      hooks.addHook('preToolCall', () => said, { always: true });
      expect(await gateCall(hooks)).toEqual({ decision: 'respond', outcome: { result: 1 } });
    }
  });

  test('a respond skips the step and makes a pending ask moot', async () => {
    let asked = 0;
    let ran = 0;
    const hooks = createHooks({
      approver: () => {
        asked++;
        return { approved: true };
      },
    });
    hooks.addHook('preToolCall', () => ask('sure?'));
    hooks.addHook('preToolCall', () => ({ result: 'cached' }));
    const chat = await openTestChat(hooks);
    const outcome = await toolCycle(chat, toolStep({ run: () => void ran++ }));
    expect(outcome).toMatchObject({ kind: 'result', result: 'cached', synthetic: true });
    expect([asked, ran]).toEqual([0, 0]);
  });

  test('an ask before a deny calls no approver', async () => {
    let asked = 0;
    const hooks = createHooks({
      approver: () => {
        asked++;
        return { approved: true };
      },
    });
    hooks.addHook('preToolCall', () => ask('sure?'));
    hooks.addHook('preToolCall', () => deny('no'));
    expect(await gateCall(hooks)).toMatchObject({ decision: 'deny' });
    expect(asked).toBe(0);
  });

  test('the outcome of a respond still passes the events after the step, as synthetic', async () => {
    const hooks = createHooks();
    const seen: unknown[] = [];
    hooks.addHook('preToolCall', () => ({ result: 'cached' }));
    hooks.addHook('onToolCallResult', ({ result, synthetic, durationMs }) => {
      seen.push({ result, synthetic, durationMs });
      return { result: 'cleaned' };
    });
    const chat = await openTestChat(hooks);
    const outcome = await toolCycle(chat, toolStep());
    expect(seen).toEqual([{ result: 'cached', synthetic: true, durationMs: 0 }]);
    expect(outcome).toMatchObject({ result: 'cleaned', synthetic: true });
  });
});
