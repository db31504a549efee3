import type { CedarValueJson } from '@cedar-policy/cedar-wasm/nodejs';

import { spend } from '../shared/budget/work-budget.ts';
import { NotPlain, plainValue, type Scalars } from '../shared/values/plain-value.ts';

/** Keys with which Cedar's JSON names entities and calls functions. Data must not contain them. */
const RESERVED = new Set(['__entity', '__extn', '__expr']);

/** The cost of handing one character to the engine, in units of work. */
const PER_CHARACTER = 3;

const CEDAR: Scalars = {
  scalar: (value) => {
    if (value === null) return undefined;
    if (typeof value === 'string') spend(value.length * PER_CHARACTER);
    return typeof value === 'number' ? cedarNumber(value) : value;
  },
  key: (key) => {
    if (RESERVED.has(key)) throw new NotPlain(`a value has the reserved key ${key}`);
  },
};

/**
 * Returns a value in Cedar's types: integers, decimals of up to four digits, texts, booleans, sets and records with
 * sorted keys. A key whose value is null is left out, since Cedar has no null.
 *
 * @throws NotPlain for what Cedar cannot hold.
 */
export function cedarRecord(value: unknown): Record<string, CedarValueJson> {
  return plainValue(value, CEDAR) as Record<string, CedarValueJson>;
}

function cedarNumber(value: number): CedarValueJson {
  if (Number.isSafeInteger(value)) return value === 0 ? 0 : value;
  const text = value.toFixed(4);
  if (Number.isInteger(value) || Number(text) !== value)
    throw new NotPlain(`${value} is neither an integer nor a decimal of four digits`);
  return { __extn: { fn: 'decimal', arg: text } };
}
