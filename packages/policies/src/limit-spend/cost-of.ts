import type { Usage } from '@interpose/core';

import type { Price } from './price-of.ts';
import type { Cost } from './spend-ledger.ts';

const NANO = 1e9;
const TOKENS_PER_PRICE = 1e6;

/** Returns the cost of these tokens, rounded up to the next billionth of the currency. */
export function costOf({ inputTokens, outputTokens }: Required<Usage>, price?: Price): Cost {
  const { input, output } = price ?? { input: 0, output: 0 };
  const money = (inputTokens * input + outputTokens * output) / TOKENS_PER_PRICE;
  return { tokens: inputTokens + outputTokens, nano: Math.ceil(money * NANO) };
}

/** Converts money to billionths. */
export function nanoOf(money: number): number {
  return Math.round(money * NANO);
}

/** Converts a cost to the form for people: tokens, and money in its currency. */
export function amountOf({ tokens, nano }: Cost): {
  readonly tokens: number;
  readonly money: number;
} {
  return { tokens, money: nano / NANO };
}

/** Returns the usage that the provider reported, with estimates for missing numbers. */
export function knownUsage(told: Usage | undefined, estimate: Required<Usage>): Required<Usage> {
  const { inputTokens, outputTokens } = told ?? {};
  return {
    inputTokens: isCount(inputTokens) ? inputTokens : estimate.inputTokens,
    outputTokens: isCount(outputTokens) ? outputTokens : estimate.outputTokens,
  };
}

/** Whether this can be a number of tokens. No sum holds much larger ones, and the budget would be unreadable. */
function isCount(tokens: number | undefined): tokens is number {
  return typeof tokens === 'number' && tokens >= 0 && tokens <= Number.MAX_SAFE_INTEGER;
}
