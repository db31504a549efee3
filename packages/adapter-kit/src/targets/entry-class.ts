import type { EventName } from '@interpose/core';

/**
 * How far mediation holds for some entries of an SDK's census.
 *
 * @example
 * const embedding: EntryClass = { entries: ['embed', 'embed{*}'], status: 'enforced', path: 'embed', probe: 'embed' };
 */
export interface EntryClass {
  /**
   * Ids of entries, or patterns with `*` for any text. A pattern with ` — ` is held against the id and what the
   * entry is, as in `* — error class`. An id wins over every pattern, an earlier pattern over a later one. None where
   * the path is a situation, or of the adapter's own making: no entry of the SDK stands for it.
   */
  readonly entries: readonly string[];
  readonly status: 'enforced' | 'observed' | 'unmediated' | 'harmless';
  /** The path of the capability table that says more. */
  readonly path: string;
  /** Why it is not enforced; owed by every status but `enforced`. */
  readonly why?: string;
  /** The events that do not fire on an unmediated path; `preRequest` where none is named. */
  readonly events?: readonly EventName[];
  /** The probes that run these entries; owed by `enforced`. */
  readonly probe?: string | readonly string[];
}
