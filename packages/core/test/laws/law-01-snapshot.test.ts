import { describe, expect, test } from 'vitest';

import { createHooks, type Disposer } from '../../src/index.ts';
import { gateCall } from '../gate-call.ts';
import { pauseFor } from '../pause-for.ts';

describe('law 1: snapshot', () => {
  test('a hook added during a dispatch does not run in it, and runs in the next', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    hooks.addHook('preToolCall', () => {
      log.push('first');
      if (log.length === 1) hooks.addHook('preToolCall', () => void log.push('added'));
    });
    await gateCall(hooks);
    expect(log).toEqual(['first']);
    await gateCall(hooks);
    expect(log).toEqual(['first', 'first', 'added']);
  });

  test('a hook added while an earlier one is pending does not run in that dispatch', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    hooks.addHook('preToolCall', async () => {
      await pauseFor(5);
      hooks.addHook('preToolCall', () => void log.push('added'));
    });
    hooks.addHook('preToolCall', () => void log.push('second'));
    await gateCall(hooks);
    expect(log).toEqual(['second']);
  });

  test.each([
    ['synchronously', (dispose: () => void) => dispose()],
    ['after a pause', (dispose: () => void) => pauseFor(1).then(dispose)],
  ])('a hook disposed %s before it was reached is skipped', async (_, disposeLater) => {
    const hooks = createHooks();
    const log: string[] = [];
    hooks.addHook('preToolCall', () => disposeLater(() => second()));
    const second = hooks.addHook('preToolCall', () => void log.push('second'));
    hooks.addHook('preToolCall', () => void log.push('third'));
    await gateCall(hooks);
    expect(log).toEqual(['third']);
  });

  test('a hook that disposes itself does not make the next one be skipped', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    const dispose: Disposer = hooks.addHook('preToolCall', () => {
      log.push('once');
      dispose();
    });
    hooks.addHook('preToolCall', () => void log.push('next'));
    hooks.addHook('preToolCall', () => void log.push('last'));
    await gateCall(hooks);
    expect(log).toEqual(['once', 'next', 'last']);
    await gateCall(hooks);
    expect(log).toEqual(['once', 'next', 'last', 'next', 'last']);
  });

  test('disposing one registration of a function registered twice keeps the other', async () => {
    const hooks = createHooks();
    let calls = 0;
    const hook = (): void => void calls++;
    const first = hooks.addHook('preToolCall', hook);
    hooks.addHook('preToolCall', hook);
    await gateCall(hooks);
    expect(calls).toBe(2);
    first();
    await gateCall(hooks);
    expect(calls).toBe(3);
  });

  test('disposing twice is harmless, also to a registration of the same function', async () => {
    const hooks = createHooks();
    let calls = 0;
    const hook = (): void => void calls++;
    const first = hooks.addHook('preToolCall', hook);
    hooks.addHook('preToolCall', hook);
    first();
    first();
    first[Symbol.dispose]();
    await gateCall(hooks);
    expect(calls).toBe(1);
  });

  test('a nested dispatch sees what was registered after the outer one began', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    hooks.addHook('preToolCall', (ctx) => {
      if (ctx.depth > 0) return;
      hooks.addHook('preToolCall', ({ depth }) => void log.push(`added at depth ${depth}`));
      void gateCall(hooks, undefined, { within: ctx });
    });
    await gateCall(hooks);
    expect(log).toEqual(['added at depth 1']);
  });

  test('the observers of a decision are those that still listen when it is told', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    const gone = hooks.observe('preToolCall', () => void log.push('gone'));
    hooks.addHook('preToolCall', () => gone());
    hooks.observe('preToolCall', () => void log.push('stays'));
    await gateCall(hooks);
    expect(log).toEqual(['stays']);
  });
});
