import { ask, createHooks, retry } from '@interpose/core';
import { openChat, toolCycle } from '@interpose/core/adapter';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { decisions, startSession, times } from '../../test/loop-session.ts';
import { stopLoops } from './stop-loops.ts';

describe('a call', () => {
  test('that is made again and again is denied after three times in a row', async () => {
    expect(await decisions(times(5, 'search:x'))).toEqual([
      'allow',
      'allow',
      'allow',
      'deny',
      'deny',
    ]);
  });

  test('is the same however its arguments are ordered, and another with other arguments', async () => {
    const session = startSession({ maxRepeats: 1 });
    expect(await session.call('a', 'chat', { x: 1, y: { b: [1, 2], a: 2n } })).toMatchObject({
      decision: 'allow',
    });
    expect(await session.call('a', 'chat', { y: { a: 2n, b: [1, 2] }, x: 1 })).toMatchObject({
      decision: 'deny',
    });
    expect(await session.call('a', 'chat', { y: { a: 2n, b: [2, 1] }, x: 1 })).toMatchObject({
      decision: 'allow',
    });
  });

  test('that repeats between others that change is no loop', async () => {
    const calls = Array.from({ length: 20 }, (_, index) => [`edit:${index}`, 'test']).flat();
    expect(await decisions(calls)).toEqual(calls.map(() => 'allow'));
  });

  test('is denied with what to do instead, and with the code', async () => {
    const session = startSession({ maxRepeats: 1 });
    await session.call('search');
    expect(await session.call('search')).toMatchObject({
      code: 'loop_detected',
      reason: expect.stringMatching(/^search was called .* 1 times .* use what it gave/) as string,
    });
  });

  test('whose arguments hold themselves, or are nested without end, is denied with a remedy', async () => {
    const ring: Record<string, unknown> = { list: [] };
    (ring['list'] as unknown[]).push(ring);
    let deep: Record<string, unknown> = {};
    for (let depth = 0; depth < 2000; depth += 1) deep = { deep };
    const growing = { toJSON: () => ({ more: growing }) };
    const session = startSession();
    for (const args of [ring, deep, { growing }])
      expect(await session.call('search', 'chat', args)).toMatchObject({
        decision: 'deny',
        code: 'too_complex',
        reason: expect.stringMatching(
          /^its arguments hold themselves.*; pass plain data/,
        ) as string,
      });
    let held: Record<string, unknown> = {};
    for (let depth = 0; depth < 900; depth += 1) held = { held };
    expect(await session.call('search', 'chat', held)).toMatchObject({ decision: 'allow' });
  });

  test('may repeat as often as it is given', async () => {
    expect(await decisions(times(9, 'poll'), { maxRepeats: 9 })).not.toContain('deny');
    expect(await decisions(times(50, 'poll'), { ignore: ['poll*'] })).not.toContain('deny');
    expect(
      await decisions(times(50, 'poll'), { maxRepeats: Infinity, maxCycles: Infinity }),
    ).not.toContain('deny');
  });

  test('made many times at once is counted every time', async () => {
    const session = startSession();
    const said = await Promise.all(Array.from({ length: 6 }, () => session.call('search')));
    expect(said.filter(({ decision }) => decision === 'deny')).toHaveLength(3);
  });

  test('counts once for each policy, where there are several with options of their own', async () => {
    const hooks = createHooks({
      policies: [
        stopLoops({ maxCalls: 3 }),
        { ...stopLoops({ maxSessionCalls: 3 }), name: 'stop-loops-in-session' },
      ],
    });
    const place = { session: { id: 'session' }, chatId: 'chat' };
    const said: string[] = [];
    for (let argument = 0; argument < 4; argument++) {
      const call = { id: 'call', name: 'search', args: { argument } };
      const tool = { name: 'search', origin: 'local', known: true, enabled: true } as const;
      said.push((await hooks.dispatch('preToolCall', { call, tool }, place)).decision);
    }
    await hooks.close();
    expect(said).toEqual(['allow', 'allow', 'allow', 'deny']);
  });

  test('that an approver changed counts once', async () => {
    let cents = 0;
    const hooks = createHooks({
      policies: [stopLoops({ maxCalls: 3 })],
      approver: () => ({
        approved: true,
        change: { id: 'call', name: 'pay', args: { cents: cents++ } },
      }),
    });
    hooks.addHook('preToolCall', () => ask('may I?'));
    const payload = {
      call: { id: 'call', name: 'pay', args: {} },
      tool: { name: 'pay', origin: 'local', known: true, enabled: true },
    } as const;
    const place = { session: { id: 'session' }, chatId: 'chat' };
    const said: string[] = [];
    for (let calls = 0; calls < 4; calls++)
      said.push((await hooks.dispatch('preToolCall', payload, place)).decision);
    await hooks.close();
    expect(said).toEqual(['modify', 'modify', 'modify', 'deny']);
  });

  test('that is tried again is no new call, and its failures count once', async () => {
    const hooks = createHooks({ policies: [stopLoops({ maxCalls: 2, maxSameErrors: 2 })] });
    hooks.addHook('onToolCallError', () => retry());
    const chat = await openChat(hooks, {
      host: { framework: 'test', version: '' },
      agent: { id: 'agent' },
    });
    let runs = 0;
    const step = {
      call: { id: 'call', name: 'fetch', args: {} },
      tool: { name: 'fetch', origin: 'local', known: true, enabled: true },
      run: () => {
        runs++;
        throw new Error('no connection');
      },
    } as const;
    const kinds = [];
    for (let calls = 0; calls < 3; calls++) kinds.push((await toolCycle(chat, step)).kind);
    await hooks.close();
    expect([kinds, runs]).toEqual([['error', 'error', 'denied'], 6]);
  });
});

describe('calls that take turns', () => {
  test('are denied once they went round three times', async () => {
    expect(await decisions(times(4, 'a', 'b'))).toEqual([...times(6, 'allow'), 'deny', 'deny']);
    expect(await decisions(times(4, 'a', 'b', 'c'))).toEqual([
      ...times(9, 'allow'),
      ...times(3, 'deny'),
    ]);
  });

  test('in no order that repeats are allowed', async () => {
    const calls = ['a', 'b', 'a', 'c', 'b', 'a', 'b', 'c', 'a', 'a', 'c', 'b'];
    expect(await decisions(calls)).not.toContain('deny');
  });

  test('are allowed again after something else', async () => {
    expect(await decisions([...times(3, 'a', 'b'), 'a', 'c', 'a'])).toEqual([
      ...times(6, 'allow'),
      'deny',
      'allow',
      'allow',
    ]);
  });

  test('of whatever length up to the longest are stopped, and those that never repeat are not', async () => {
    const sequence = fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(sequence, async (numbers) => {
        const calls = times(4, ...numbers.map((each) => `tool:${each}`));
        const said = await decisions(calls);
        expect(said.indexOf('deny')).toBe(numbers.length * 3);
        const unique = calls.map((_, index) => `tool:${index}`);
        expect(await decisions(unique)).not.toContain('deny');
      }),
      { numRuns: 30 },
    );
  });
});
