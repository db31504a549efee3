/** What is thrown about something that would take too long to read, or that cannot be read to its end. */
export class TooComplex extends Error {
  override readonly name = 'TooComplex';

  constructor(reason: string = 'it would take too long to read') {
    super(reason);
  }
}
