/** A row that is no recorded run; its message says why, in a few words. */
export class UnreadableRow extends Error {
  override readonly name: string = 'UnreadableRow';
}
