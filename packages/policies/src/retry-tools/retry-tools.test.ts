import { createHooks, type ToolAnnotations, type ToolErrorCause } from '@interpose/core';
import { openChat, toolCycle } from '@interpose/core/adapter';
import { tryPolicy, type Trial } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { backoffMs } from './backoff.ts';
import { retryTools, type RetryToolsOptions } from './retry-tools.ts';

expect.extend(policyMatchers);

interface Failing {
  readonly annotations?: ToolAnnotations;
  readonly cause?: ToolErrorCause;
  readonly error?: Error;
}

function tryFailure(
  options: RetryToolsOptions,
  failing: Failing = {},
): Promise<Trial<'onToolCallError'>> {
  const { annotations, cause = 'threw', error = new Error('no connection') } = failing;
  return tryPolicy(retryTools(options), 'onToolCallError', {
    call: { id: '1', name: 'fetch', args: {} },
    error,
    cause,
    tool: {
      name: 'fetch',
      origin: 'local',
      known: true,
      enabled: true,
      ...(annotations === undefined ? {} : { annotations }),
    },
  });
}

const listed = { tools: ['fetch'] };

describe('a failed call', () => {
  test('is tried again when its tool may run twice', async () => {
    expect(await tryFailure(listed)).toRetry();
    expect(await tryFailure({}, { annotations: { idempotentHint: true } })).toRetry();
    expect(await tryFailure({}, { annotations: { readOnlyHint: true } })).toRetry();
    expect(await tryFailure(listed, { cause: 'timeout' })).toRetry();
  });

  test('is left alone when nothing says that its tool may run twice', async () => {
    expect(await tryFailure({})).toAllow();
    expect(await tryFailure({}, { annotations: { idempotentHint: false } })).toAllow();
    expect(
      await tryFailure({ trustHints: false }, { annotations: { readOnlyHint: true } }),
    ).toAllow();
    expect(await tryFailure({}, { annotations: { readOnlyHint: 'yes' as never } })).toAllow();
  });

  test.each<ToolErrorCause>(['invalid', 'unknown', 'disabled', 'supplied', 'denied', 'aborted'])(
    'is left alone when its cause is %s',
    async (cause) => {
      expect(await tryFailure(listed, { cause })).toAllow();
    },
  );

  test('is tried again only for a status that may pass', async () => {
    const withStatus = (status: number): Error => Object.assign(new Error('http'), { status });
    expect(await tryFailure(listed, { error: withStatus(503) })).toRetry();
    expect(await tryFailure(listed, { error: withStatus(404) })).toAllow();
    const always = { ...listed, when: () => true };
    expect(await tryFailure(always, { error: withStatus(404) })).toRetry();
  });

  test('waits as long as it was asked to, unless that is too long', async () => {
    const asking = (seconds: string): Error =>
      Object.assign(new Error('http'), { status: 429, headers: { 'retry-after': seconds } });
    const options = { ...listed, random: () => 0 };
    expect((await tryFailure(options, { error: asking('2') })).verdict).toMatchObject({
      decision: 'retry',
      delayMs: 2000,
    });
    expect(await tryFailure(options, { error: asking('3600') })).toAllow();
  });
});

test('attempts end at the limit, and at that of the registry', async () => {
  const attempts = async (options: RetryToolsOptions, retries: number): Promise<number> => {
    const hooks = createHooks({ policies: [retryTools({ baseMs: 0, ...options })], retries });
    const chat = await openChat(hooks, {
      host: { framework: 'test', version: '' },
      agent: { id: 'a' },
    });
    let runs = 0;
    const outcome = await toolCycle(chat, {
      call: { id: '1', name: 'fetch', args: {} },
      tool: { name: 'fetch', origin: 'local', known: true, enabled: true },
      run: () => {
        runs++;
        throw new Error('no connection');
      },
    });
    await hooks.close();
    expect(outcome).toMatchObject({ kind: 'error', error: { message: 'no connection' } });
    return runs;
  };
  expect(await attempts(listed, 9)).toBe(3);
  expect(await attempts({ ...listed, maxAttempts: 5 }, 9)).toBe(5);
  expect(await attempts({ ...listed, maxAttempts: 5 }, 1)).toBe(2);
  expect(await attempts({ ...listed, maxAttempts: 1 }, 9)).toBe(1);
});

test('a wait is never longer than allowed, nor shorter than asked for', () => {
  const ms = fc.integer({ min: 0, max: 60_000 });
  const wait = fc.record({
    baseMs: ms,
    maxMs: ms,
    random: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  });
  fc.assert(
    fc.property(
      wait,
      fc.integer({ min: 1, max: 60 }),
      fc.option(ms, { nil: undefined }),
      ({ random, ...rest }, attempt, asked) => {
        const waited = backoffMs({ ...rest, random: () => random }, attempt, asked);
        expect(waited === undefined).toBe((asked ?? 0) > rest.maxMs);
        const kept = waited ?? rest.maxMs;
        expect(kept).toBeLessThanOrEqual(rest.maxMs);
        expect(kept).toBeGreaterThanOrEqual(Math.min(asked ?? 0, rest.maxMs));
      },
    ),
  );
});

test.each<[RetryToolsOptions]>([
  [{ maxAttempts: -1 }],
  [{ maxAttempts: Number.NaN }],
  [{ baseMs: '5' as never }],
  [{ maxMs: Infinity }],
  [{ tools: [''] }],
])('options that are %j are refused', (options) => {
  expect(() => retryTools(options)).toThrow('[invalid_option]');
});
