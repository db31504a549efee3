/**
 * The meaning of a code and what to do about it.
 *
 * @example
 * const note: CodeNote = { from: 'core', cause: 'A hook threw.', remedy: 'Repair the hook.' };
 */
export interface CodeNote {
  /** The source: `core`, the name of a policy such as `guardSql`, `adapters`, one adapter, `aos`, `guardian`. */
  readonly from: string;
  /** What happened, in one sentence. */
  readonly cause: string;
  /** What to do, in one sentence. */
  readonly remedy: string;
}
