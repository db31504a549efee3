/** The error for a row that is no recorded run; its message gives the reason in a few words. */
export class UnreadableRow extends Error {
  override readonly name: string = 'UnreadableRow';
}
