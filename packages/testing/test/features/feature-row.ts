/** A test that vitest runs. */
export interface TestProof {
  /** From the root of the repository. */
  readonly file: string;
  /** The titles from the outermost describe to the test, joined by ` > `, before any value is filled in. */
  readonly name: string;
}

/** A behaviour of the conformance suite. */
export interface BehaviourProof {
  readonly behaviour: string;
}

/** One capability, and what proves it. */
export interface FeatureRow {
  /** 1 to 100. */
  readonly row: number;
  readonly capability: string;
  readonly holds: boolean;
  /** What is still to come; there exactly when the row does not hold yet. */
  readonly because?: string;
  /** Of a row that does not hold yet: what proves the part that is there. */
  readonly tests: readonly (TestProof | BehaviourProof)[];
}
