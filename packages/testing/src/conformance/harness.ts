import type { CapabilityRow } from '@interpose/core/adapter';
import type { Feature } from './feature.ts';
import type { HarnessRun } from './scenario/harness-run.ts';
import type { Scenario } from './scenario/scenario.ts';

/** How the caller asks: for the whole answer, or for a stream. */
export type Mode = 'plain' | 'streamed';

/** Points at one row of an adapter's capability table. */
export type RowReference = Pick<CapabilityRow, 'path' | 'event'>;

/** Whether a host has a feature; if it has one that cannot be mediated, the rows that say so. */
export type Support =
  | { readonly kind: 'supported' }
  /** The host has no such feature, so there is nothing to mediate. */
  | { readonly kind: 'absent'; readonly reason: string }
  /** The host has the feature; these rows of the capability table say that it is not enforced. */
  | {
      readonly kind: 'unmediated';
      readonly reason: string;
      readonly rows: readonly RowReference[];
    };

/** One behaviour that this host cannot show, with the rows that say so. */
export interface Exception {
  /** For example `C017`. */
  readonly behaviour: string;
  /** The modes; both by default. */
  readonly modes?: readonly Mode[];
  readonly reason: string;
  /** Rows of the capability table that are not `enforced`, or lack the verb. */
  readonly rows: readonly RowReference[];
}

/** One adapter under test, on one version of its framework and one kind of target. */
export interface Harness {
  /** For example `ToolLoopAgent`; with framework and version it names the column of the table. */
  readonly name: string;
  readonly framework: string;
  /** The framework version that actually runs. */
  readonly version: string;
  readonly capabilities: readonly CapabilityRow[];
  /** The paths of the capability table that this harness runs through. */
  readonly paths: Readonly<Record<Mode, readonly string[]>>;
  readonly supports: Readonly<Record<Feature, Support>>;
  readonly exceptions: readonly Exception[];
  /** Runs the scenario to its end; rejects only if the harness itself is broken. */
  start(scenario: Scenario, mode: Mode): Promise<HarnessRun>;
  /** Called once after the last behaviour. */
  close?(): Promise<void>;
}
