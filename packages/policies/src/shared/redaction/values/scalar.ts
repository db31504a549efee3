/** What may hold a value worth redacting. */
export type Scalar = string | number;

/** Returns what it was given where nothing is to be changed; `name` is the property it stands under, where it has one. */
export type Change = (scalar: Scalar, name?: string) => Scalar;

const LEAST_NUMBER = 1_000_000;
/** From here on a number is written with an exponent. */
const EXPONENTS = 1e21;

/**
 * True for whole numbers of at least seven digits: long enough to be a number of somebody.
 *
 * @example
 * isLong(4111111111111111); // true
 */
export function isLong(value: number): boolean {
  const size = Math.abs(value);
  return Number.isInteger(value) && size >= LEAST_NUMBER && size < EXPONENTS;
}
