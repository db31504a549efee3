import type { EventName, PayloadOf, Policy, Verb } from '@interpose/core';

/** One decision of one policy, as an application would meet it. */
export interface PolicyCase<E extends EventName = EventName> {
  /** The subpath of the policy, and what is decided where there is more than one case. */
  readonly name: string;
  /** Made once; what it needs of servers or files is made there too. */
  policy(): Policy;
  readonly event: E;
  /** The nth step; steps differ, so that nothing is answered from a memory of the last one. */
  payload(index: number): PayloadOf<E>;
  /** What it has to say, or the time says nothing. */
  readonly says: Verb;
}

/** Gives a case the types of its event. */
export function policyCase<E extends EventName>(one: PolicyCase<E>): PolicyCase {
  return one;
}
