import { memoryStore } from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { describe, expect, test } from 'vitest';

import { limitSpend, type LimitSpendOptions } from './index.ts';

expect.extend(policyMatchers);

const day = 86_400_000;
const prices = { small: { input: 1, output: 2 } };
const request = { model: 'small', messages: [] };
const hundred = (): { inputTokens: number; outputTokens: number } => ({
  inputTokens: 60,
  outputTokens: 40,
});

describe('limitSpend', () => {
  test('denies a model without a price where money is limited, and takes the longest pattern', async () => {
    const money = (model: string | undefined): Promise<unknown> =>
      tryPolicy(
        limitSpend({
          money: 1,
          prices: {
            'gpt-4o': { input: 1, output: 1 },
            'gpt-4*': { input: 1, output: 1e9 },
            'gpt-4o*': { input: 2, output: 1 },
          },
        }),
        'preRequest',
        { request: { messages: [], ...(model === undefined ? {} : { model }) } },
      );
    expect(await money('gpt-4o')).toAllow();
    expect(await money('gpt-4o-mini')).toAllow();
    expect(await money('gpt-4-turbo')).toDeny({ code: 'spend_limited' });
    for (const model of ['claude', 'toString', '__proto__', '', undefined])
      expect(await money(model)).toDeny({ code: 'price_unknown' });
    const forAll = limitSpend({ money: 1, prices: { '*': { input: 1, output: 1 } } });
    expect(await tryPolicy(forAll, 'preRequest', { request: { messages: [] } })).toAllow();
    expect(await tryPolicy(forAll, 'preRequest', { request })).toAllow();
    const tokensOnly = limitSpend({ tokens: 1e6, prices });
    expect(await tryPolicy(tokensOnly, 'preRequest', { request: { messages: [] } })).toAllow();
  });

  test('has a budget for each user, and denies where it cannot tell whose it is', async () => {
    const policy = limitSpend({ tokens: 100, per: 'user', windowMs: day, estimate: hundred });
    for (const id of ['ada', 'bob'])
      expect(await tryPolicy(policy, 'preRequest', { request }, { user: { id } })).toAllow();
    expect(await tryPolicy(policy, 'preRequest', { request }, { user: { id: 'ada' } })).toDeny({
      code: 'spend_limited',
    });
    expect(await tryPolicy(policy, 'preRequest', { request })).toDeny({
      code: 'limit_key_missing',
    });
  });

  test.each<[string, Partial<LimitSpendOptions>]>([
    [
      'the store fails',
      { store: { ...memoryStore(), update: () => Promise.reject(new Error('down')) } },
    ],
    [
      'the store holds something else',
      { store: { ...memoryStore(), update: (_, change) => change('x') } },
    ],
    ['the estimate is none', { estimate: () => ({ inputTokens: Number.NaN }) }],
  ])('denies when %s', async (_, broken) => {
    const policy = limitSpend({ tokens: 1000, estimate: hundred, ...broken });
    expect(await tryPolicy(policy, 'preRequest', { request })).toDeny({ code: 'hook_failed' });
  });
});
