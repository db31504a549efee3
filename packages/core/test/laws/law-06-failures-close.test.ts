import { describe, expect, test } from 'vitest';

import { createHooks, type HooksOptions, type HookOptions } from '../../src/index.ts';
import { gateCall } from '../gate-call.ts';
import { thenable } from '../thenable.ts';

const SECRET = 'the password is hunter2';

const FAILING: readonly (readonly [string, () => unknown])[] = [
  ['throws', thrower],
  ['rejects', () => Promise.reject(new Error(SECRET))],
  [
    'throws what is no error',
    () => {
      throw SECRET as unknown;
    },
  ],
  ['is a thenable that throws when asked', () => thenable(thrower)],
  ['is a thenable that rejects', () => thenable((_, reject) => reject(SECRET))],
];

function thrower(): never {
  throw new Error(SECRET);
}

function failing(
  run: () => unknown,
  options?: HookOptions<'preToolCall'>,
  settings?: HooksOptions,
) {
  const hooks = createHooks(settings);
  hooks.addHook('preToolCall', run as () => undefined, { name: 'broken', ...options });
  return hooks;
}

describe('law 6: failures close', () => {
  test.each(FAILING)('a hook that %s denies with code hook_failed', async (_, run) => {
    expect(await gateCall(failing(run))).toMatchObject({
      decision: 'deny',
      code: 'hook_failed',
      reason: 'A policy hook failed.',
    });
  });

  test.each(FAILING)(
    'nothing of the failure of a hook that %s reaches the model',
    async (_, run) => {
      expect(JSON.stringify(await gateCall(failing(run)))).not.toContain('hunter2');
    },
  );

  test.each(FAILING)('a hook that %s is reported once with its error', async (_, run) => {
    const hooks = failing(run);
    const errors: unknown[] = [];
    hooks.observe('onHookError', ({ hook, failedEvent, error, code }) => {
      errors.push({
        hook,
        failedEvent,
        code,
        text: error instanceof Error ? error.message : error,
      });
    });
    await gateCall(hooks);
    expect(errors).toEqual([
      { hook: 'broken', failedEvent: 'preToolCall', code: 'hook_failed', text: SECRET },
    ]);
  });

  test('a failed hook stops the chain, as every deny does', async () => {
    const hooks = failing(thrower);
    let later = 0;
    hooks.addHook('preToolCall', () => void later++);
    await gateCall(hooks);
    expect(later).toBe(0);
  });

  test.each([
    ['the hook', { onError: 'allow' } as const, {}],
    ['the registry', {}, { onError: 'allow' } as const],
  ])('with onError allow on %s the hook counts for nothing', async (_, options, settings) => {
    expect(await gateCall(failing(thrower, options, settings))).toEqual({ decision: 'allow' });
  });

  test.each([
    ['throws', (error: Error) => () => thrown(error)],
    ['rejects', (error: Error) => async () => thrown(error)],
  ])('with onError throw a hook that %s ends the run with its own error object', async (_, run) => {
    const mine = new Error('mine');
    await expect(gateCall(failing(run(mine), { onError: 'throw' }))).rejects.toBe(mine);
  });

  test("a hook's onError wins over the registry's", async () => {
    const hooks = failing(thrower, { onError: 'deny' }, { onError: 'allow' });
    expect(await gateCall(hooks)).toMatchObject({ code: 'hook_failed' });
  });

  test('a predicate that throws counts as a failure of its hook', async () => {
    const hooks = failing(() => undefined, { when: thrower });
    expect(await gateCall(hooks)).toMatchObject({ code: 'hook_failed' });
  });

  test('a hook that failed is called again at the next dispatch', async () => {
    let calls = 0;
    const hooks = failing(() => {
      calls++;
      return thrower();
    });
    await gateCall(hooks);
    await gateCall(hooks);
    expect(calls).toBe(2);
  });
});

function thrown(error: Error): never {
  throw error;
}
