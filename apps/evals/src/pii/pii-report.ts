import type { BadRow } from '../row-place.ts';
import type { Quality, TypeQuality } from '../spans/quality.ts';

/** What the evaluation came to. */
export interface PiiReport {
  readonly types: Readonly<Record<string, TypeQuality>>;
  /** The types that a parser can check, pooled. */
  readonly checkable: Quality;
  /** Millions of UTF-8 bytes of these texts per second, the median of several passes. */
  readonly megabytesPerSecond: number;
  readonly badRows: readonly BadRow[];
}
