import type { ProbeFailure } from './probe.ts';

/** A probe that fails for a known reason: a gap that is still to be closed. */
export interface KnownFailure {
  /** Every probe when absent. */
  readonly probe?: string;
  /** The mode, or its first word; every mode when empty. */
  readonly mode: string;
  readonly kind: ProbeFailure['kind'];
  /** What the failure says holds this. */
  readonly found: string;
  /** The versions that have the gap begin with this; all when absent. */
  readonly version?: string;
  readonly why: string;
}

/** Splits failures into news, and names the known ones that no longer happen: their lines have to go. */
export function sortFailures(
  failures: readonly ProbeFailure[],
  known: readonly KnownFailure[],
): { readonly unknown: readonly ProbeFailure[]; readonly mended: readonly KnownFailure[] } {
  return {
    unknown: failures.filter((failure) => !known.some((each) => covers(each, failure))),
    mended: known.filter((each) => !failures.some((failure) => covers(each, failure))),
  };
}

function covers(known: KnownFailure, failure: ProbeFailure): boolean {
  return (
    (known.probe === undefined || known.probe === failure.probe) &&
    `${failure.mode} `.startsWith(known.mode === '' ? '' : `${known.mode} `) &&
    known.kind === failure.kind &&
    failure.found.includes(known.found) &&
    failure.version.startsWith(known.version ?? '')
  );
}
