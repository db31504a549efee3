/** What is thrown about a text that would take a parser too long. */
export class TooComplex extends Error {
  override readonly name = 'TooComplex';
}
