import type { ParityEntry } from '../log/parity-entry.ts';

/** What one framework tells at a place, and what the others tell there. */
export interface HostDifference {
  /** What the listed framework tells, if anything. */
  readonly own?: ParityEntry;
  /** What the others tell, if anything. */
  readonly others?: ParityEntry;
}

/** A difference that a host forces: no adapter could tell it in another way. */
export interface ListedDifference {
  readonly framework: string;
  /** The event that is missing, is too many or differs. */
  readonly event: string;
  /** Why the host forces it. */
  readonly reason: string;
  /** True for this difference and for nothing else. */
  readonly matches: (difference: HostDifference) => boolean;
}
