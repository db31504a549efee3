import type { BadRow } from '../row-place.ts';
import type { Quality, TypeQuality } from '../spans/quality.ts';

/** What the evaluation came to. */
export interface SecretsReport {
  readonly types: Readonly<Record<string, TypeQuality>>;
  /** All types together. */
  readonly all: Quality;
  /** Texts without any secret in which something was found. */
  readonly falseAlarms: number;
  /** Millions of UTF-8 bytes of these texts per second, the median of several passes. */
  readonly megabytesPerSecond: number;
  readonly badRows: readonly BadRow[];
}
