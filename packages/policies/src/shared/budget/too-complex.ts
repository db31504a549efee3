/** Thrown when a value would take too long to read. */
export class TooComplex extends Error {
  override readonly name = 'TooComplex';
}
