import type { InterceptorName, EventName, Verb } from '@interpose/core';
import type { Bench } from './bench.ts';
import type { Feature } from './feature.ts';
import type { Mode } from './harness.ts';

/** An event, or an event and a verb, that a passing behaviour proves to hold. */
export type Proof = EventName | `${InterceptorName}:${Verb}`;

/** One numbered thing that every adapter owes. */
export interface Behaviour {
  /** `C` and three digits; never reused. */
  readonly id: string;
  /** A sentence. */
  readonly title: string;
  /** The group it is told in; the name of its file. */
  readonly theme: string;
  /** The numbers of the capabilities it proves, 1 to 100. */
  readonly rows: readonly number[];
  readonly modes: readonly Mode[];
  /** What the host must have for this to be seen. */
  readonly needs: readonly Feature[];
  readonly proves: readonly Proof[];
  /** Rejects with an assertion error when the adapter does not behave. */
  run(bench: Bench): Promise<void>;
}
