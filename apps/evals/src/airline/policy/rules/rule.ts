import { ask, deny, type AskVerdict, type DenyVerdict } from '@interpose/core';

/** One sentence of the written policy, as a question about the facts of one call. */
export interface Rule<Facts> {
  /** Stable; what programs count. */
  readonly code: string;
  /** What the agent is told, and can tell the customer. */
  readonly reason: string;
  /** `ask`: a person of the airline decides. */
  readonly verdict?: 'ask';
  breaks(facts: Facts): boolean;
}

/** The verdict of the first rule that the facts break; a deny goes before an ask. */
export function judge<Facts>(
  rules: readonly Rule<Facts>[],
  facts: Facts,
): DenyVerdict | AskVerdict | undefined {
  const broken = rules.filter((rule) => rule.breaks(facts));
  const rule = broken.find(({ verdict }) => verdict === undefined) ?? broken[0];
  if (rule === undefined) return undefined;
  return rule.verdict === 'ask' ? ask(rule.reason) : deny(rule.reason, { code: rule.code });
}
