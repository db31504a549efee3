import { spend } from './work-budget.ts';

/** What reading one value and one character of a text costs, in units of work. */
export interface Price {
  readonly value: number;
  readonly character: number;
}

/**
 * Takes from the budget what reading every value inside of this one costs.
 *
 * @throws TooComplex
 */
export function spendOn(value: unknown, price: Price): void {
  const open: unknown[] = [value];
  const seen = new Set<object>();
  while (open.length > 0) {
    const next = open.pop();
    spend(price.value);
    if (typeof next === 'string') spend(next.length * price.character);
    if (typeof next !== 'object' || next === null || ArrayBuffer.isView(next)) continue;
    if (seen.has(next)) continue;
    seen.add(next);
    if (Array.isArray(next)) spend(next.length * price.value);
    for (const [key, inner] of Object.entries(next)) {
      spend(key.length * price.character);
      open.push(inner);
    }
  }
}
