import { tryPolicy } from '@interpose/testing';
import { describe, expect, test } from 'vitest';

import { decisions, startSession, times } from '../../test/loop-session.ts';
import { stopLoops, type StopLoopsOptions } from './stop-loops.ts';

describe('a tool that fails', () => {
  const error = { message: 'no connection to 10.0.0.1' };

  test('in the same way three times is denied, whatever the arguments', async () => {
    const session = startSession();
    for (const argument of ['x', 'y', 'z']) {
      expect(await session.call(`fetch:${argument}`)).toMatchObject({ decision: 'allow' });
      await session.fails('fetch', { message: `no connection to 10.0.0.${argument.length}` });
    }
    expect(await session.call('fetch:w')).toMatchObject({
      code: 'loop_detected',
      reason: expect.stringMatching(/^fetch has failed in the same way 3 times/) as string,
    });
    expect(await session.call('search')).toMatchObject({ decision: 'allow' });
  });

  test('in another way, or with a result between, is not', async () => {
    const session = startSession({ maxSameErrors: 2 });
    await session.fails('fetch', error);
    await session.fails('fetch', { message: 'not found' });
    await session.fails('fetch', error);
    expect(await session.call('fetch')).toMatchObject({ decision: 'allow' });
    await session.gives('fetch', 1);
    await session.fails('fetch', error);
    expect(await session.call('fetch:2')).toMatchObject({ decision: 'allow' });
  });
});

describe('a chat', () => {
  test('that goes on after three warnings is ended', async () => {
    const session = startSession({ message: 'Sorry, I got lost.' });
    for (const call of times(6, 'search')) await session.call(call);
    expect(await session.request()).toMatchObject({ decision: 'allow' });
    await session.call('search');
    expect(await session.request()).toMatchObject({
      decision: 'deny',
      code: 'loop_detected',
      message: 'Sorry, I got lost.',
    });
  });

  test('has its own count, and others of the session are not ended with it', async () => {
    const session = startSession({ maxRepeats: 1, maxWarnings: 0 });
    await session.call('search', 'first');
    expect(await session.call('search', 'second')).toMatchObject({ decision: 'allow' });
    expect(await session.call('search', 'first')).toMatchObject({ decision: 'deny' });
    expect(await session.request('first')).toMatchObject({ decision: 'deny' });
    expect(await session.request('second')).toMatchObject({ decision: 'allow' });
  });

  test('has so many calls and no more, and so has its session', async () => {
    expect(await decisions(['a', 'b', 'c'], { maxCalls: 2, ignore: ['c'] })).toEqual([
      'allow',
      'allow',
      'deny',
    ]);
    const session = startSession({ maxSessionCalls: 2 });
    await session.call('a', 'first');
    await session.call('b', 'second');
    expect(await session.call('c', 'third')).toMatchObject({ decision: 'deny' });
  });

  test('that still runs is remembered, however many others there are', async () => {
    const session = startSession({ maxRepeats: 1 });
    await session.call('a', 'long');
    for (let index = 0; index < 100; index++) {
      await session.call('a', `other-${index}`);
      expect(await session.call(`b:${index}`, 'long')).toMatchObject({ decision: 'allow' });
    }
    expect(await session.call('b:99', 'long')).toMatchObject({ decision: 'deny' });
  });
});

test('a state that cannot be kept denies', async () => {
  const store = {
    get: () => undefined,
    set: () => undefined,
    clear: () => undefined,
    update: () => Promise.reject(new Error('no store')),
  };
  const call = { id: '1', name: 'a', args: {} };
  const trial = await tryPolicy(stopLoops(), 'preToolCall', { call }, { store });
  expect(trial.verdict).toMatchObject({ decision: 'deny', code: 'hook_failed' });
});

test.each<[StopLoopsOptions]>([
  [{ maxRepeats: 0 }],
  [{ maxRepeats: 1.5 }],
  [{ maxCycles: Number.NaN }],
  [{ maxCalls: -1 }],
  [{ maxWarnings: '3' as never }],
  [{ maxPeriod: 100, maxCycles: 100 }],
  [{ ignore: [''] }],
])('options that are %j are refused', (options) => {
  expect(() => stopLoops(options)).toThrow('[invalid_option]');
});
