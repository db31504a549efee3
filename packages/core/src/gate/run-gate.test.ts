import { describe, expect, test } from 'vitest';

import { slotOf } from '../remote.ts';
import { ask, createHooks, deny, respond, type Hooks } from '../index.ts';
import { openTestChat } from '../../test/open-test-chat.ts';
import { sampleCall, TOOL } from '../../test/sample-values.ts';
import { thenable } from '../../test/thenable.ts';
import { runtimeOf } from '../chat/runtime-of.ts';
import { runGate } from './run-gate.ts';

const PAYLOAD = { call: sampleCall(), tool: TOOL };

const dispatch = (hooks: Hooks): unknown => hooks.dispatch('preToolCall', PAYLOAD);

describe('a dispatch', () => {
  test.each<[string, (hooks: Hooks) => unknown]>([
    ['without hooks', () => undefined],
    ['of a hook that says nothing', (hooks) => hooks.addHook('preToolCall', () => undefined)],
    ['of a hook that denies', (hooks) => hooks.addHook('preToolCall', () => deny('no'))],
    [
      'of a hook that responds',
      (hooks) => hooks.addHook('preToolCall', () => respond({ result: 1 })),
    ],
    [
      'of a hook that modifies',
      (hooks) => hooks.addHook('preToolCall', () => ({ call: sampleCall() })),
    ],
    [
      'of a hook that throws',
      (hooks) =>
        hooks.addHook('preToolCall', () => {
          throw new Error('x');
        }),
    ],
    ['that an observer hears', (hooks) => hooks.observe('preToolCall', () => undefined)],
    ['that is recorded', (hooks) => hooks.observe('onDecision', () => undefined)],
    [
      'that an asynchronous observer hears',
      (hooks) => hooks.observe('preToolCall', async () => undefined),
    ],
    [
      'in monitor mode',
      (hooks) => hooks.addHook('preToolCall', () => deny('no'), { mode: 'monitor' }),
    ],
  ])('%s completes synchronously', (_, prepare) => {
    const hooks = createHooks();
    prepare(hooks);
    expect(dispatch(hooks)).not.toBeInstanceOf(Promise);
    expect(dispatch(hooks)).toHaveProperty('decision');
  });

  test.each<[string, (hooks: Hooks) => unknown]>([
    [
      'of a hook that answers later',
      (hooks) => hooks.addHook('preToolCall', async () => undefined),
    ],
    ['of a hook that asks', (hooks) => hooks.addHook('preToolCall', () => ask('?'))],
    [
      'that an observer in sequence hears',
      (hooks) => hooks.observe('preToolCall', () => undefined, { run: 'sequence' }),
    ],
    [
      'of a foreign thenable',
      (hooks) => hooks.addHook('preToolCall', () => thenable((done) => done(undefined))),
    ],
  ])('%s is a promise', async (_, prepare) => {
    const hooks = createHooks();
    prepare(hooks);
    expect(dispatch(hooks)).toBeInstanceOf(Promise);
    expect(await dispatch(hooks)).toHaveProperty('decision');
  });

  test('leaves the payload it was given as it was', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => ({ call: sampleCall({ cents: 1 }) }));
    const payload = { ...PAYLOAD };
    await hooks.dispatch('preToolCall', payload);
    expect(payload).toEqual(PAYLOAD);
  });

  test('to which nobody listens returns the same allow each time', () => {
    const hooks = createHooks();
    expect(dispatch(hooks)).toBe(dispatch(hooks));
    expect(Object.isFrozen(dispatch(hooks))).toBe(true);
  });

  test('calls no hook twice where a thenable answers twice', async () => {
    for (const timeoutMs of [0, 1000]) {
      const hooks = createHooks({ timeoutMs });
      const log: string[] = [];
      hooks.addHook('preToolCall', () =>
        thenable((fulfil) => {
          fulfil(undefined);
          fulfil(deny('second thoughts'));
        }),
      );
      hooks.addHook('preToolCall', () => void log.push('next'));
      expect(await dispatch(hooks)).toEqual({ decision: 'allow' });
      expect(log).toEqual(['next']);
    }
  });

  test('awaits a thenable whose then returns nothing, also as the last hook', async () => {
    const hooks = createHooks({ timeoutMs: 0 });
    hooks.addHook('preToolCall', () =>
      thenable((fulfil) => void setImmediate(fulfil, deny('later'))),
    );
    expect(await dispatch(hooks)).toMatchObject({ reason: 'later' });
  });

  test.each([
    ['the last', 0],
    ['not the last', 1],
  ])(
    'runs hooks without a time limit the same way where the pending one is %s',
    async (_, more) => {
      const hooks = createHooks({ timeoutMs: 0 });
      hooks.addHook('preToolCall', async ({ call }) => ({ call: { ...call, args: { n: 1 } } }));
      for (let n = 0; n < more; n++) hooks.addHook('preToolCall', async () => undefined);
      expect(await dispatch(hooks)).toMatchObject({
        decision: 'modify',
        value: { args: { n: 1 } },
      });
      hooks.addHook('preToolCall', () => Promise.reject(new Error('broken')));
      expect(await dispatch(hooks)).toMatchObject({ code: 'hook_failed' });
    },
  );
});

describe('a slot held by an adapter', () => {
  test('knows whether anybody listens', async () => {
    const hooks = createHooks();
    const slot = slotOf(await openTestChat(hooks), 'preToolCall');
    expect(slot.active).toBe(false);
    const dispose = hooks.addHook('preToolCall', () => undefined);
    expect(slot.active).toBe(true);
    dispose();
    expect(slot.active).toBe(false);
  });

  test('returns the context itself when nothing interfered', async () => {
    const hooks = createHooks();
    const chat = await openTestChat(hooks);
    const slot = slotOf(chat, 'preToolCall');
    const empty = slot.context({ ...PAYLOAD });
    expect(slot.run(empty)).toBe(empty);
    hooks.addHook('preToolCall', () => undefined);
    const passed = slot.context({ ...PAYLOAD });
    expect(slot.run(passed)).toBe(passed);
    expect(passed).toMatchObject({ event: 'preToolCall', chatId: chat.id });
  });

  test('returns the verdict that stands', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => ({ call: sampleCall({ cents: 2 }) }));
    const slot = slotOf(await openTestChat(hooks), 'preToolCall');
    expect(slot.run(slot.context({ ...PAYLOAD }))).toEqual({
      decision: 'modify',
      value: sampleCall({ cents: 2 }),
    });
  });

  test('is what runGate takes too', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => deny('no'));
    const slot = slotOf(await openTestChat(hooks), 'preToolCall');
    const ctx = slot.context({ ...PAYLOAD });
    expect(runGate(runtimeOf(hooks).registry.slot('preToolCall'), ctx)).toMatchObject({
      reason: 'no',
    });
  });

  test('of what is no chat is refused', () => {
    expect(() => slotOf({} as never, 'preToolCall')).toThrow('[invalid_option]');
  });
});
