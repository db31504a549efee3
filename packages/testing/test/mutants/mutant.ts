import type { Harness } from '../../src/conformance/index.ts';
import { fakeHarness } from '../../src/fake-host/harness/fake-harness.ts';
import { coreCycles, type Cycles } from '../../src/fake-host/run/cycles.ts';

/** A host that is broken in one way, and the behaviours that have to notice. */
export interface Mutant {
  /** What is wrong with it. */
  readonly fault: string;
  readonly harness: Harness;
  /** Behaviours that must fail, in at least one of their modes. */
  readonly caughtBy: readonly string[];
}

/** A fake host in which some cycles are replaced by broken ones. */
export function mutant(
  fault: string,
  broken: Partial<Cycles>,
  ...caughtBy: readonly string[]
): Mutant {
  return { fault, caughtBy, harness: fakeHarness(fault, { ...coreCycles, ...broken }) };
}
