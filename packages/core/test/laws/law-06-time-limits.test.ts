import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { createHooks, deny, type Hooks, type HooksOptions } from '../../src/index.ts';
import { gateCall } from '../gate-call.ts';
import { never, pauseFor } from '../pause-for.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function hanging(
  options: { timeoutMs?: number; onError?: 'deny' | 'throw' | 'allow' },
  settings?: HooksOptions,
): Hooks {
  const hooks = createHooks(settings);
  hooks.addHook('preToolCall', never, { name: 'slow', ...options });
  return hooks;
}

/** Dispatches and lets the clock run; tells what came of it and after how long. */
async function timed(hooks: Hooks): Promise<{ readonly verdict: unknown; readonly ms: number }> {
  const startedAt = Date.now();
  let endedAt = Infinity;
  const dispatched = gateCall(hooks).finally(() => {
    endedAt = Date.now();
  });
  const [verdict] = await Promise.all([
    dispatched.catch((error: unknown) => error),
    vi.advanceTimersByTimeAsync(120_000),
  ]);
  return { verdict, ms: endedAt - startedAt };
}

const LATE = {
  decision: 'deny',
  code: 'hook_timeout',
  reason: 'A policy hook took too long.',
};
const ALLOWED = { decision: 'allow' };

describe('law 6: time limits', () => {
  test('a late hook denies with code hook_timeout and a generic text', async () => {
    const { verdict } = await timed(hanging({ timeoutMs: 20 }));
    expect(verdict).toMatchObject({ ...LATE, by: 'slow' });
    expect(JSON.stringify(verdict)).not.toContain('20');
  });

  test.each([1, 20, 100, 999, 1000, 30_000])(
    'a hook is late after its limit of %d ms, at most two ticks of 25 ms later',
    async (timeoutMs) => {
      const { verdict, ms } = await timed(hanging({ timeoutMs }));
      expect(verdict).toMatchObject(LATE);
      expect(ms).toBeGreaterThanOrEqual(timeoutMs);
      expect(ms).toBeLessThanOrEqual(timeoutMs + 50);
    },
  );

  test.each<[string, HooksOptions, number]>([
    ["the registry's", { timeoutMs: 200 }, 200],
    ['30 seconds', {}, 30_000],
  ])('the limit is %s where a hook has none of its own', async (_, settings, limit) => {
    const { verdict, ms } = await timed(hanging({}, settings));
    expect(verdict).toMatchObject(LATE);
    expect(ms - limit).toBeLessThanOrEqual(50);
  });

  test('a late hook is reported with its name and limit', async () => {
    const hooks = hanging({ timeoutMs: 20 });
    const errors: unknown[] = [];
    hooks.observe('onHookError', ({ code, error }) => errors.push([code, String(error)]));
    await timed(hooks);
    expect(errors).toEqual([['hook_timeout', 'Error: slow took longer than 20 ms']]);
  });

  test.each(['fulfils', 'rejects'])('a late answer that %s is ignored', async (how) => {
    const hooks = createHooks({ onError: 'allow' });
    const late = (): Promise<never> =>
      new Promise((resolve, reject) => {
        setTimeout(() => {
          if (how === 'fulfils') resolve(deny('late') as never);
          else reject(new Error('late'));
        }, 80);
      });
    hooks.addHook('preToolCall', late, { timeoutMs: 20 });
    hooks.addHook('preToolCall', () => pauseFor(500));
    const errors: unknown[] = [];
    hooks.observe('onHookError', ({ code }) => errors.push(code));
    expect((await timed(hooks)).verdict).toEqual(ALLOWED);
    expect(errors).toEqual(['hook_timeout']);
  });

  test('every pending hook has its own limit, not the dispatch', async () => {
    const hooks = createHooks({ timeoutMs: 100 });
    for (let n = 0; n < 5; n++) hooks.addHook('preToolCall', () => pauseFor(90));
    expect(await timed(hooks)).toEqual({ verdict: ALLOWED, ms: 450 });
  });

  test('a second late hook is caught after a first that counts as allow', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', never, { timeoutMs: 20, onError: 'allow' });
    hooks.addHook('preToolCall', never, { timeoutMs: 20, name: 'second' });
    expect((await timed(hooks)).verdict).toMatchObject({ ...LATE, by: 'second' });
  });

  test('a modification before a late hook that counts as allow is kept', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, args: { n: 1 } } }));
    hooks.addHook('preToolCall', never, { timeoutMs: 20, onError: 'allow' });
    expect((await timed(hooks)).verdict).toMatchObject({ value: { args: { n: 1 } } });
  });

  test('with onError throw a late hook ends the run', async () => {
    const { verdict } = await timed(hanging({ timeoutMs: 20, onError: 'throw' }));
    expect(String(verdict)).toBe('Error: slow took longer than 20 ms');
  });

  test.each([12, 39, 1020])(
    'a hook of %d ms within its limit is not late, however stale the clock of the last tick',
    async (takes) => {
      const hooks = createHooks();
      hooks.addHook('preRequest', () => pauseFor(10_000));
      void hooks.dispatch('preRequest', { request: { messages: [] } });
      hooks.addHook('preToolCall', () => pauseFor(takes), { timeoutMs: takes + 1 });
      for (const offset of [0, 7, 11, 24]) {
        await vi.advanceTimersByTimeAsync(offset);
        expect((await timed(hooks)).verdict).toEqual(ALLOWED);
      }
    },
  );

  test('a hook is not late because synchronous work kept the clock waiting', async () => {
    const hooks = createHooks();
    hooks.addHook('preRequest', () => pauseFor(10_000));
    void hooks.dispatch('preRequest', { request: { messages: [] } });
    await vi.advanceTimersByTimeAsync(30);
    vi.setSystemTime(Date.now() + 500);
    hooks.addHook('preToolCall', () => pauseFor(30), { timeoutMs: 60 });
    expect((await timed(hooks)).verdict).toEqual(ALLOWED);
  });

  test.each([0, Infinity])('a limit of %d is none', async (timeoutMs) => {
    const hooks = createHooks({ timeoutMs: 20 });
    hooks.addHook('preToolCall', () => pauseFor(100_000), { timeoutMs });
    expect(await timed(hooks)).toEqual({ verdict: ALLOWED, ms: 100_000 });
  });

  test('a synchronous hook is not limited', async () => {
    const hooks = createHooks({ timeoutMs: 1 });
    hooks.addHook('preToolCall', () => void vi.setSystemTime(Date.now() + 1000));
    expect((await timed(hooks)).verdict).toEqual(ALLOWED);
  });
});
