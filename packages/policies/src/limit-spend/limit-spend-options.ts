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
  /** Milliseconds of the sliding window; `Infinity` for a budget that never renews, as chats and sessions have it by default. */
  readonly windowMs?: number;
  /** Whose budget it is: the session's; where nobody named one, the agent's, for each user. */
  readonly per?: LimitPer;
  /** What counts where `per` cannot be told, for example no user is known; without it such a request is denied. */
  readonly fallback?: LimitScope;
  /** What models cost; needed where money is limited. */
  readonly prices?: Prices;
  /** Bytes of UTF-8 that count as one token of input before the true number is known: 3. With 1 no estimate is too low. */
  readonly bytesPerToken?: number;
  /** Tokens reserved for an answer whose request names no maximum: 4096. */
  readonly outputTokens?: number;
  /** Tokens reserved for a file or another part that is no text: 2000. */
  readonly fileTokens?: number;
  /** An estimate of your own; a number it leaves out is estimated as above. */
  readonly estimate?: (request: ModelRequest) => Usage;
  /** Where the sums live, shared by all processes that share it: this process's memory. */
  readonly store?: StateStore;
  /** Tells budgets apart that share a store and would otherwise be equal. */
  readonly name?: string;
  /** What people read in a refusal. */
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

/** The scopes whose budget lasts as long as they do. */
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
  const least = name === 'bytesPerToken' ? Number.MIN_VALUE : 0;
  if (!Number.isFinite(amount) || amount < least)
    throw invalid(`${name} is ${String(amount)}`, 'pass a number above 0');
}

function invalid(problem: string, remedy: string): InterposeError {
  return new InterposeError('invalid_option', `${problem} in limitSpend`, remedy);
}
