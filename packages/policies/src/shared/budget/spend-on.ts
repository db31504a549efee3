import { spend } from './work-budget.ts';

/** The cost of reading one value and one character of a text, in units of work. */
export interface Price {
  readonly value: number;
  readonly character: number;
}

/**
 * Spends the cost of reading every value inside this one.
 *
 * @throws TooComplex
 */
export function spendOn(value: unknown, price: Price): void {
  const open: object[] = [];
  const costOf = (item: unknown): number => {
    if (typeof item === 'string') return price.value + item.length * price.character;
    if (typeof item === 'object' && item !== null && !ArrayBuffer.isView(item)) open.push(item);
    return price.value;
  };
  const seen = new Set<object>();
  spend(costOf(value));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    spendOnKeys(next, price);
    let cost = 0;
    for (const inner of Object.values(next)) cost += costOf(inner);
    spend(cost);
  }
}

/** Spends the cost of the keys. For a list, the keys are its indexes, whose digits are counted without writing them. */
function spendOnKeys(holder: object, { value, character }: Price): void {
  if (Array.isArray(holder)) {
    let digits = holder.length;
    for (let power = 10; power < holder.length; power *= 10) digits += holder.length - power;
    spend(holder.length * value + digits * character);
  } else for (const key of Object.keys(holder)) spend(key.length * character);
}
