import type { CapabilityRow } from '@interpose/core/adapter';

import { behaviours } from './behaviours.ts';
import type { Harness } from './harness.ts';
import { notShown } from './judge-behaviour.ts';

/** A claim of the capability table that no behaviour proves. */
export interface UnbackedRow {
  readonly row: CapabilityRow;
  /** The verbs that nothing proves; empty if the event itself was not seen to fire. */
  readonly verbs: readonly string[];
}

/**
 * Returns the rows that claim `enforced` although no behaviour that these harnesses show proves them. Run it over all
 * harnesses of one adapter, after they pass.
 */
export function unbackedRows(
  capabilities: readonly CapabilityRow[],
  harnesses: readonly Harness[],
): UnbackedRow[] {
  const proven = provenBy(harnesses);
  return capabilities
    .filter((row) => row.status === 'enforced')
    .flatMap((row) => {
      const proofs = proven.get(row.path) ?? new Set();
      const verbs = row.verbs.filter((verb) => !proofs.has(`${row.event}:${verb}`));
      const seen = [...proofs].some(
        (proof) => proof === row.event || proof.startsWith(`${row.event}:`),
      );
      return verbs.length > 0 || !seen ? [{ row, verbs }] : [];
    });
}

function provenBy(harnesses: readonly Harness[]): ReadonlyMap<string, ReadonlySet<string>> {
  const proven = new Map<string, Set<string>>();
  for (const harness of harnesses) {
    for (const behaviour of behaviours) {
      for (const mode of behaviour.modes) {
        if (notShown(behaviour, harness, mode) !== undefined) continue;
        for (const path of harness.paths[mode]) {
          const proofs = proven.get(path) ?? new Set();
          behaviour.proves.forEach((proof) => proofs.add(proof));
          proven.set(path, proofs);
        }
      }
    }
  }
  return proven;
}
