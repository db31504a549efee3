import { spend } from '../budget/work-budget.ts';

const MAX_DEPTH = 64;
/** The cost of copying, in units of work. */
const PER_VALUE = 20;
const PER_CHARACTER = 0.2;

/** Thrown for a value that is no plain data, so that it cannot be judged. */
export class NotPlain extends Error {}

/** How an engine takes scalars and keys; `undefined` leaves a key out. */
export interface Scalars {
  /** Converts a text, a boolean, null or a finite number for the engine. @throws NotPlain if it cannot take it. */
  scalar(value: string | number | boolean | null): unknown;
  /** @throws NotPlain for a key with a special meaning in the engine. */
  key(key: string): void;
}

/**
 * Returns a copy of plain data with sorted keys, so that equal values become equal JSON texts.
 *
 * @throws NotPlain for functions, symbols, bigints, NaN, infinities, instances of classes and what is nested too deeply.
 */
export function plainValue(value: unknown, scalars: Scalars, depth = 0): unknown {
  if (depth > MAX_DEPTH) throw new NotPlain('a value is nested too deeply');
  spend(PER_VALUE + (typeof value === 'string' ? value.length * PER_CHARACTER : 0));
  if (value === null || typeof value === 'string' || typeof value === 'boolean')
    return scalars.scalar(value);
  if (typeof value === 'number' && Number.isFinite(value)) return scalars.scalar(value);
  if (Array.isArray(value)) {
    return Array.from(value as readonly unknown[], (item) => {
      const plain = item === undefined ? undefined : plainValue(item, scalars, depth + 1);
      if (plain === undefined) throw new NotPlain('a list has an item that is nothing');
      return plain;
    });
  }
  if (typeof value !== 'object' || !isPlain(value))
    throw new NotPlain(`a value of type ${typeof value} is no plain data`);
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .toSorted(([left], [right]) => (left < right ? -1 : 1));
  const copies: [string, unknown][] = [];
  for (const [key, item] of entries) {
    scalars.key(key);
    const plain = plainValue(item, scalars, depth + 1);
    if (plain !== undefined) copies.push([key, plain]);
  }
  return Object.fromEntries(copies);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
