import type { EventName } from '@interpose/core';

/**
 * How far mediation holds for some entries of an SDK's census.
 *
 * @example
 * const embedding: EntryClass = { entries: ['embed', 'embed{*}'], status: 'enforced', path: 'embed', probe: 'embed' };
 */
export interface EntryClass {
  /**
   * Ids of entries, or patterns with `*` for any text. A pattern with ` — ` is matched against the id and what the
   * entry is, as in `* — error class`. An id wins over every pattern, an earlier pattern over a later one. Empty if no
   * entry of the SDK belongs to the path: it is a situation, or the adapter's own.
   */
  readonly entries: readonly string[];
  readonly status: 'enforced' | 'observed' | 'unmediated' | 'harmless';
  /** The path of the capability table that says more. */
  readonly path: string;
  /** Why it is not enforced; required for every status but `enforced`. */
  readonly why?: string;
  /** The events that do not fire on an unmediated path; `preRequest` where none is named. */
  readonly events?: readonly EventName[];
  /** The probes that run these entries; required for `enforced`. */
  readonly probe?: string | readonly string[];
}
