import type { Hooks, HooksOptions } from '@interpose/core';
import type { Harness, Mode } from './harness.ts';
import type { HarnessRun } from './scenario/harness-run.ts';
import type { Scenario } from './scenario/scenario.ts';

/** The environment of one behaviour: the harness, the mode, and registries that are closed afterwards. */
export interface Bench {
  readonly harness: Harness;
  readonly mode: Mode;
  /** Returns a registry that the bench closes after the behaviour. */
  hooks(options?: HooksOptions): Hooks;
  /** Runs a scenario in the mode of this bench. */
  start(scenario: Scenario): Promise<HarnessRun>;
}
