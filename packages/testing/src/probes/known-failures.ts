import type { ProbeFailure } from './probe.ts';

/** A probe that fails for a known reason, which still has to be fixed. */
export interface KnownFailure {
  /** The probe; every probe if absent. */
  readonly probe?: string;
  /** The mode, or its first word; every mode if empty. */
  readonly mode: string;
  readonly kind: ProbeFailure['kind'];
  /** The text of `found` in the failure contains this. */
  readonly found: string;
  /** A prefix of the versions with the failure; all if absent. */
  readonly version?: string;
  readonly why: string;
}

/** Returns the new failures, and the known ones that no longer happen, so that their lines can be deleted. */
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
