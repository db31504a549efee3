import type { InterceptorName, EventName, Verb } from '@interpose/core';
import type { Bench } from './bench.ts';
import type { Feature } from './feature.ts';
import type { Mode } from './harness.ts';

/** An event, or an event and a verb, that a passing behaviour proves. */
export type Proof = EventName | `${InterceptorName}:${Verb}`;

/** One numbered requirement for every adapter. */
export interface Behaviour {
  /** `C` and three digits; never reused. */
  readonly id: string;
  /** The requirement as a sentence. */
  readonly title: string;
  /** The group that it belongs to, which is the name of its file. */
  readonly theme: string;
  /** The numbers of the capabilities it proves, 1 to 100. */
  readonly rows: readonly number[];
  readonly modes: readonly Mode[];
  /** The features that the host must have for this behaviour. */
  readonly needs: readonly Feature[];
  readonly proves: readonly Proof[];
  /** Runs the behaviour; rejects with an assertion error if the adapter fails it. */
  run(bench: Bench): Promise<void>;
}
