import type { DecisionRecord } from '@interpose/core';

/** The decision of one set of policies about a step. */
export interface Said {
  readonly decision: string;
  readonly codes: readonly string[];
  readonly policies: readonly string[];
  readonly reason: string | undefined;
}

/** A step that two sets of policies decide differently. */
export interface Change {
  readonly event: string;
  readonly tool: string;
  readonly from: Said;
  readonly to: Said;
}

/** The decision about a step that one set never reached, because it had stopped the chat before. */
export const NOT_REACHED: Said = {
  decision: 'not reached',
  codes: [],
  policies: [],
  reason: undefined,
};

/** The decision about a step that no hook decides. */
export const NOT_ASKED: Said = { decision: 'allow', codes: [], policies: [], reason: undefined };

/** Returns the decision in a record. The policies are the parts of `policy/hook` before the slash. */
export function saidIn({ decision, settled, codes, by, reason }: DecisionRecord): Said {
  const policies = [...new Set(by.map((name) => name.split('/')[0] ?? name))];
  const said = settled === undefined ? decision : `${decision}, ${settled}`;
  return { decision: said, codes, policies, reason };
}

/** Whether both give the agent the same verb and codes; the names of policies may differ. */
export function saysSame(one: Said, other: Said): boolean {
  return one.decision === other.decision && one.codes.join() === other.codes.join();
}

/**
 * Whether the user allows a change: by its code, policy, tool, or a pair such as `allow>deny`. `ask` in a pair stands
 * for every ask, however it was settled.
 */
export function isAllowed({ tool, from, to }: Change, allowed: ReadonlySet<string>): boolean {
  return [
    `${from.decision}>${to.decision}`,
    `${verbOf(from)}>${verbOf(to)}`,
    tool,
    ...to.codes,
    ...to.policies,
    ...(to.codes.length + to.policies.length === 0 ? [...from.codes, ...from.policies] : []),
  ].some((name) => name !== '' && allowed.has(name));
}

function verbOf({ decision }: Said): string | undefined {
  return decision.split(',')[0];
}
