import {
  ask,
  createHooks,
  deny,
  memoryStore,
  respond,
  retry,
  type StateStore,
} from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { describe, expect, test } from 'vitest';

import { answers, askModel, streamModel } from '../../test/kit/ask-model.ts';
import { openTestChat, repeat } from '../../test/kit/call-tool.ts';
import { limitSpend, type LimitSpendOptions } from './index.ts';

expect.extend(policyMatchers);

const day = 86_400_000;
const prices = { small: { input: 1, output: 2 } };
/** The estimate of every request: 100 tokens. */
const hundred = (): { inputTokens: number; outputTokens: number } => ({
  inputTokens: 60,
  outputTokens: 40,
});
const request = { model: 'small', messages: [] };

/** Returns the sum of the one budget in the store: tokens and billionths. */
async function spent(store: StateStore, options: LimitSpendOptions): Promise<unknown> {
  const probe = limitSpend({
    ...options,
    store,
    estimate: () => ({ inputTokens: 1e9, outputTokens: 0 }),
  });
  const trial = await tryPolicy(probe, 'preRequest', { request });
  return trial.verdict.decision === 'deny' ? trial.verdict.data?.['spent'] : undefined;
}

describe('limitSpend', () => {
  test.each<[string, object]>([
    ['nothing to limit', { per: 'session' }],
    ['a negative budget', { tokens: -1 }],
    ['a budget that is no number', { tokens: '5' }],
    ['money without prices', { money: 1 }],
    ['a price that is none', { money: 1, prices: { small: { input: 1 } } }],
    ['a negative price', { money: 1, prices: { small: { input: 1, output: -1 } } }],
    ['a user without a window', { tokens: 1, per: 'user' }],
    ['a window that is none', { tokens: 1, windowMs: 0 }],
    ['an unknown scope', { tokens: 1, per: 'planet' }],
    ['a budget per tool', { tokens: 1, per: 'tool', windowMs: 1 }],
    ['tokens without bytes', { tokens: 1, bytesPerToken: 0 }],
  ])('refuses %s when it is made', (_, options) => {
    expect(() => limitSpend(options as LimitSpendOptions)).toThrow('[invalid_option]');
  });

  test('may be a budget of nothing, and says which numbers it takes', () => {
    expect(() => limitSpend({ tokens: 0 })).not.toThrow();
    expect(() => limitSpend({ tokens: -1 })).toThrow('pass a number of 0 or more');
    expect(() => limitSpend({ tokens: 1, bytesPerToken: 0 })).toThrow('pass a number above 0');
  });

  test('denies the request that may go beyond the budget, and says what is left', async () => {
    const hooks = createHooks({
      policies: [
        limitSpend({ money: 0.000_5, tokens: 1000, prices, estimate: hundred, message: 'Enough.' }),
      ],
    });
    const chat = await openTestChat(hooks);
    const ask100 = (): Promise<string> => askModel(chat, { answer: () => answers(60, 40) });
    // 60 · 1 + 40 · 2 = 140 millionths each: three fit into 500.
    expect(await repeat(4, ask100)).toEqual(['hi', 'hi', 'hi', 'spend_limited']);
    const { verdict } = await tryPolicy(
      limitSpend({ tokens: 10, estimate: hundred, message: 'Enough.' }),
      'preRequest',
      { request },
    );
    expect(verdict).toMatchObject({
      code: 'spend_limited',
      message: 'Enough.',
      reason: expect.stringContaining('0 are spent or reserved, it may need 100') as string,
      data: {
        limit: { tokens: 10 },
        spent: { tokens: 0, money: 0 },
        needed: { tokens: 100, money: 0 },
      },
    });
  });

  test('never lets parallel requests reserve more than there is', async () => {
    const hooks = createHooks({
      policies: [limitSpend({ tokens: 1050, per: 'all', windowMs: day, estimate: hundred })],
    });
    const endings = await Promise.all(
      Array.from({ length: 30 }, async () =>
        askModel(await openTestChat(hooks), { answer: () => answers(60, 40) }),
      ),
    );
    expect(endings.filter((each) => each === 'hi')).toHaveLength(10);
  });

  test.each<[string, () => unknown, number]>([
    ['less than was reserved', () => answers(10, 5), 15],
    ['more than was reserved', () => answers(500, 500), 1000],
    ['no usage, so the estimate stays', () => answers(), 100],
    ['half of the usage', () => answers(10), 50],
    ['a usage that is none', () => answers(-5, Number.NaN), 100],
    ['a usage that no sum holds', () => answers(1e308, 1e308), 100],
    ['an error, which costs nothing', () => Promise.reject(new Error('down')), 0],
  ])('settles %s', async (_, answer, tokens) => {
    const store = memoryStore();
    const options = { tokens: 5000, per: 'all', windowMs: day } as const;
    const hooks = createHooks({ policies: [limitSpend({ ...options, store, estimate: hundred })] });
    await askModel(await openTestChat(hooks), { answer: answer as never });
    expect(await spent(store, options)).toMatchObject({ tokens });
  });

  test('settles what a stream tells at its end, and holds none of it back', async () => {
    const store = memoryStore();
    const options = { tokens: 5000, per: 'all', windowMs: day } as const;
    const hooks = createHooks({ policies: [limitSpend({ ...options, store, estimate: hundred })] });
    const whole = { usage: { inputTokens: 7, outputTokens: 3 } };
    expect(await streamModel(await openTestChat(hooks), ['a', 'b'], { whole })).toBe('ab');
    expect(await spent(store, options)).toMatchObject({ tokens: 10 });
    expect(await streamModel(await openTestChat(hooks), ['a', 'b'], { most: 1, whole })).toBe('a');
    expect(await spent(store, options)).toMatchObject({ tokens: 110 });
  });

  test.each<[string, object, object]>([
    ['denies it', { preRequest: { priority: 1000, run: () => deny('no') } }, {}],
    [
      'answers it',
      { preRequest: { priority: 1000, run: () => respond({ response: answers(9, 9) }) } },
      {},
    ],
    [
      'asks and is refused',
      { preRequest: () => ask('?') },
      { approver: () => ({ approved: false }) },
    ],
  ])('costs nothing when another policy %s', async (_, more, extra) => {
    const store = memoryStore();
    const options = { tokens: 5000, per: 'all', windowMs: day } as const;
    const policies = [
      limitSpend({ ...options, store, estimate: hundred }),
      { name: 'other', hooks: more },
    ];
    const hooks = createHooks({ policies, ...extra });
    await askModel(await openTestChat(hooks));
    await hooks.flush();
    expect(await spent(store, options)).toMatchObject({ tokens: 0 });
  });

  test('settles also what another policy changed, retried or withheld', async () => {
    const store = memoryStore();
    const options = { tokens: 5000, per: 'all', windowMs: day } as const;
    const hooks = createHooks({ policies: [limitSpend({ ...options, store, estimate: hundred })] });
    hooks.addHook(
      'preRequest',
      (ctx) => ({ request: { ...ctx.request, instructions: 'Be brief.' } }),
      {
        priority: 1000,
      },
    );
    hooks.addHook('onResponse', ({ attempt }) => (attempt < 3 ? retry() : deny('no')));
    expect(await askModel(await openTestChat(hooks), { answer: () => answers(10, 1) })).toBe(
      'denied',
    );
    await hooks.flush();
    expect(await spent(store, options)).toMatchObject({ tokens: 33 });
  });
});
