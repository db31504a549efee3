/** A scalar that may hold a value to redact. */
export type Scalar = string | number;

/** Returns the new value, or the same one if nothing changes. `name` is the property it stands under, if any. */
export type Change = (scalar: Scalar, name?: string) => Scalar;

const LEAST_NUMBER = 1_000_000;
/** From this number on, JavaScript writes an exponent. */
const EXPONENTS = 1e21;

/**
 * Whether a number is whole with at least seven digits, so that it may identify somebody.
 *
 * @example
 * isLong(4111111111111111); // true
 */
export function isLong(value: number): boolean {
  const size = Math.abs(value);
  return Number.isInteger(value) && size >= LEAST_NUMBER && size < EXPONENTS;
}
