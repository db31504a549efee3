import {
  checkOptions,
  type DecisionRecord,
  definePolicy,
  type Disposer,
  type OptionKind,
  type Policy,
} from '@interpose/core';

import { requireStore } from '../shared/stores/require-store.ts';
import { denyWhenLost } from '../shared/stores/deny-when-lost.ts';
import { checkSpendOptions, type LimitSpendOptions } from './limit-spend-options.ts';
import { Spending } from './spending.ts';

const OPTIONS = {
  money: 'any',
  tokens: 'any',
  windowMs: 'any',
  per: 'any',
  fallback: 'any',
  prices: 'object',
  bytesPerToken: 'any',
  outputTokens: 'any',
  fileTokens: 'any',
  estimate: 'function',
  store: 'object',
  name: 'string',
  message: 'string',
} satisfies Record<keyof LimitSpendOptions, OptionKind>;

/**
 * Limits the money or tokens that models cost, for each chat, session, user, organisation or other scope. Each request
 * reserves an estimate before it is sent, so that parallel requests and several processes share one budget. The true
 * usage then replaces it. Requests that fail or never happen cost nothing.
 *
 * @example
 * const policy = limitSpend({
 *   money: 5,
 *   per: 'user',
 *   windowMs: 24 * 60 * 60 * 1000,
 *   prices: { 'gpt-4o-mini': { input: 0.15, output: 0.6 }, 'gpt-4o*': { input: 2.5, output: 10 } },
 * });
 * createHooks({ policies: [policy] });
 * @throws InterposeError `invalid_option`.
 */
export function limitSpend(options: LimitSpendOptions): Policy;
export function limitSpend(options: LimitSpendOptions, ...more: readonly unknown[]): Policy {
  checkOptions('limitSpend', options ?? null, OPTIONS, more);
  requireStore('limitSpend', options.store);
  checkSpendOptions(options);
  const spending = new Spending(options);
  // When the true cost cannot be stored, the estimate stays; the answer is not held back.
  const after = { always: true, onError: 'allow' } as const;
  return definePolicy({
    name: 'limit-spend',
    version: '1.0.0',
    priority: 900,
    hooks: {
      preRequest: {
        name: 'reserve',
        run: (ctx) => denyWhenLost(() => spending.reserve(ctx), options.message),
      },
      onResponse: {
        ...after,
        name: 'settle',
        stream: 'observe',
        run: (ctx) => spending.settle(ctx),
      },
      onRequestError: {
        ...after,
        name: 'release',
        run: ({ request }) => spending.release(request),
      },
    },
    setup: (hooks): Disposer =>
      hooks.observe(
        'preRequest',
        (ctx, record?: DecisionRecord) => spending.afterGate(ctx, record),
        { name: 'limit-spend/after-gate' },
      ),
  });
}
