/** One result of the conformance suite, as the tests report it. */
export type ConformanceCell = {
  framework: string;
  version: string;
  /** The kind of hooked target. */
  harness: string;
  behaviour: string;
  title: string;
  theme: string;
  /** The rows of features.json that it proves. */
  rows: readonly number[];
  mode: 'plain' | 'streamed';
  outcome: 'passed' | 'failed' | 'not-shown';
  /** The reason why this host cannot show the behaviour. */
  reason?: string;
};
