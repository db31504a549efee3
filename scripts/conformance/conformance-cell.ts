/** One result of the conformance suite, as the tests tell it. */
export type ConformanceCell = {
  framework: string;
  version: string;
  /** The kind of target that was hooked. */
  harness: string;
  behaviour: string;
  title: string;
  theme: string;
  /** The rows of features.json that it proves. */
  rows: readonly number[];
  mode: 'plain' | 'streamed';
  outcome: 'passed' | 'failed' | 'not-shown';
  /** Why this host cannot show it. */
  reason?: string;
};
