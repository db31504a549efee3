import type { DecisionRecord } from '@interpose/core';

/** What one set of policies said of a step. */
export interface Said {
  readonly decision: string;
  readonly codes: readonly string[];
  readonly policies: readonly string[];
  readonly reason: string | undefined;
}

/** A step of which two sets of policies say different things. */
export interface Change {
  readonly event: string;
  readonly tool: string;
  readonly from: Said;
  readonly to: Said;
}

/** A step to which one set never came, since it had stopped the chat before. */
export const NOT_REACHED: Said = {
  decision: 'not reached',
  codes: [],
  policies: [],
  reason: undefined,
};

/** A step about which no hook decides. */
export const NOT_ASKED: Said = { decision: 'allow', codes: [], policies: [], reason: undefined };

/** The policies are the parts of `policy/hook` before the slash. */
export function saidIn({ decision, settled, codes, by, reason }: DecisionRecord): Said {
  const policies = [...new Set(by.map((name) => name.split('/')[0] ?? name))];
  const said = settled === undefined ? decision : `${decision}, ${settled}`;
  return { decision: said, codes, policies, reason };
}

/** True where both say the same to the agent: the verb and the codes; names of policies may differ. */
export function saysSame(one: Said, other: Said): boolean {
  return one.decision === other.decision && one.codes.join() === other.codes.join();
}

/**
 * True for a change that somebody expects: a code, a policy, a tool, or a pair such as `allow>deny`. `ask` in a pair
 * stands for every ask, however it was settled.
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
