import { InterposeError } from '@interpose/core';

/**
 * The price of a model per million tokens, all in one currency.
 *
 * @example
 * const price: Price = { input: 2.5, output: 10 };
 */
export interface Price {
  readonly input: number;
  readonly output: number;
}

/**
 * Prices by model name. An exact name wins, then the longest name that ends in `*` and matches; `*` alone is for all
 * other models, also for a model whose name is unknown.
 *
 * @example
 * const prices: Prices = { 'gpt-4o-mini': { input: 0.15, output: 0.6 }, 'gpt-4o*': { input: 2.5, output: 10 } };
 */
export type Prices = Readonly<Record<string, Price>>;

/** Returns the price of a model; undefined when there is none. */
export function priceOf(prices: Prices, model: string | undefined): Price | undefined {
  const exact = model ?? '*';
  if (Object.hasOwn(prices, exact)) return prices[exact];
  const [longest] = Object.keys(prices)
    .filter((name) => name.endsWith('*') && model?.startsWith(name.slice(0, -1)))
    .toSorted((one, other) => other.length - one.length);
  return longest === undefined ? undefined : prices[longest];
}

/** @throws InterposeError `invalid_option` for a price that is none. */
export function checkPrices(prices: Prices): void {
  for (const [model, price] of Object.entries(prices)) {
    if (isAmount(price?.input) && isAmount(price?.output)) continue;
    throw new InterposeError(
      'invalid_option',
      `the price of ${model} in limitSpend is ${JSON.stringify(price)}`,
      'pass { input, output } in money per million tokens',
    );
  }
}

function isAmount(amount: unknown): boolean {
  return typeof amount === 'number' && Number.isFinite(amount) && amount >= 0;
}
