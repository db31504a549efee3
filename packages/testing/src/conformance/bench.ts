import type { Hooks, HooksOptions } from '@interpose/core';
import type { Harness, Mode } from './harness.ts';
import type { HarnessRun } from './scenario/harness-run.ts';
import type { Scenario } from './scenario/scenario.ts';

/** What one behaviour works with: the harness, the mode, and registries that are closed afterwards. */
export interface Bench {
  readonly harness: Harness;
  readonly mode: Mode;
  /** A registry that the bench closes when the behaviour is over. */
  hooks(options?: HooksOptions): Hooks;
  /** Runs a scenario in this bench's mode. */
  start(scenario: Scenario): Promise<HarnessRun>;
}
