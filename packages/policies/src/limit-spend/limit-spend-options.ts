import { InterposeError, type ModelRequest, type StateStore, type Usage } from '@interpose/core';

import { checkPer, type LimitPer, type LimitScope } from '../shared/stores/limit-key.ts';
import { checkPrices, type Prices } from './price-of.ts';

/**
 * Options of `limitSpend`.
 *
 * @example
 * const options: LimitSpendOptions = { money: 5, per: 'user', windowMs: 86_400_000, prices: { 'gpt-4o': { input: 2.5, output: 10 } } };
 */
export interface LimitSpendOptions {
  /** The most money in any window, in the currency of the prices. */
  readonly money?: number;
  /** The most tokens in any window, input and output together. */
  readonly tokens?: number;
  /** Milliseconds of the sliding window; `Infinity` never renews. Default for chats and sessions: `Infinity`. */
  readonly windowMs?: number;
  /** Who has the budget. Default: each session; in unnamed sessions each agent, for each user. */
  readonly per?: LimitPer;
  /** Who has the budget when `per` is unknown, for example without a user. Without it such a request is denied. */
  readonly fallback?: LimitScope;
  /** The prices of models; required when money is limited. */
  readonly prices?: Prices;
  /** Bytes of UTF-8 estimated as one token of input. Default: 3. With 1 no estimate is too low. */
  readonly bytesPerToken?: number;
  /** Tokens reserved for the answer of a request without a maximum. Default: 4096. */
  readonly outputTokens?: number;
  /** Tokens reserved for a file or another part that is no text. Default: 2000. */
  readonly fileTokens?: number;
  /** Your own estimate. A number that it leaves out is estimated as above. */
  readonly estimate?: (request: ModelRequest) => Usage;
  /** Where the sums are kept; processes with the same store share them. Default: the memory of this process. */
  readonly store?: StateStore;
  /** Keeps otherwise equal budgets apart that share a store. */
  readonly name?: string;
  /** The text that people read in a refusal. */
  readonly message?: string;
}

/** @throws InterposeError `invalid_option`. */
export function checkSpendOptions(options: LimitSpendOptions): void {
  const { money, tokens, per, fallback, prices } = options;
  if (money === undefined && tokens === undefined)
    throw invalid('nothing is limited', 'pass money, tokens, or both');
  for (const name of ['money', 'tokens', 'outputTokens', 'fileTokens', 'bytesPerToken'] as const)
    checkAmount(name, options[name]);
  if (per !== undefined) checkPer('limitSpend', 'per', per);
  if (fallback !== undefined) checkPer('limitSpend', 'fallback', fallback);
  if ([per, fallback].flat().includes('tool'))
    throw invalid('a model request belongs to no tool', 'drop tool from per and fallback');
  if (money !== undefined && prices === undefined)
    throw invalid('money is limited but nothing has a price', 'pass prices');
  if (prices !== undefined) checkPrices(prices);
  checkWindow(options);
}

/** The scopes whose budget lasts as long as the scope. */
const LASTING: readonly unknown[] = ['chat', 'session'];

function checkWindow({ windowMs, per = 'session' }: LimitSpendOptions): void {
  if (windowMs === undefined) {
    if ([per].flat().some((scope) => LASTING.includes(scope))) return;
    throw invalid('windowMs is missing', 'pass milliseconds, or Infinity for a budget for ever');
  }
  if (typeof windowMs !== 'number' || !(windowMs > 0))
    throw invalid(`windowMs is ${String(windowMs)}`, 'pass milliseconds above 0');
}

function checkAmount(name: string, amount: number | undefined): void {
  if (amount === undefined) return;
  const isOfBytes = name === 'bytesPerToken';
  if (!Number.isFinite(amount) || amount < (isOfBytes ? Number.MIN_VALUE : 0))
    throw invalid(
      `${name} is ${String(amount)}`,
      isOfBytes ? 'pass a number above 0' : 'pass a number of 0 or more',
    );
}

function invalid(problem: string, remedy: string): InterposeError {
  return new InterposeError('invalid_option', `${problem} in limitSpend`, remedy);
}
