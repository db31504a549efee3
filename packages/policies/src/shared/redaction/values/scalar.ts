/** A scalar that may hold a value to redact. */
export type Scalar = string | number;

/** The place of a text among adjacent ones, which a model reads as one text. */
export interface PlaceInRun {
  /** The texts joined, and where they meet. */
  readonly text: string;
  readonly joints: readonly number[];
  /** Where this text begins. */
  readonly at: number;
}

/**
 * Returns the new value, or the same one if nothing changes. `name` is the property it stands under, if any; `place` is
 * its place among adjacent texts, if there are some.
 */
export type Change = (scalar: Scalar, name?: string, place?: PlaceInRun) => Scalar;

/**
 * Returns the same function for what holds this text: it knows the place of the text.
 *
 * @example
 * mapPart(part, inRun(change, part.text, { text: 'ann@mail.com', joints: [8], at: 0 }));
 */
export function inRun(change: Change, text: string, place: PlaceInRun): Change {
  return (scalar, name) => change(scalar, name, scalar === text ? place : undefined);
}

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
