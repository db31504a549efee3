import { ask, deny, type AskVerdict, type DenyVerdict, type ToolCall } from '@interpose/core';

import type { Provenance } from '../provenance/provenance.ts';
import type { WholeRule } from '../rules/rule-of-tool.ts';
import { taintedValues } from './tainted-values.ts';
import type { Refusal } from '../rules/tool-rule.ts';

/** The verdict on a call that does not simply pass. */
export interface Judgement {
  readonly verdict: AskVerdict | DenyVerdict;
  /** Values that later calls may use once a person approves this call. */
  readonly remembered: readonly string[];
}

/** Returns the judgement on a call; undefined if it passes. */
export function judgeCall(
  call: ToolCall,
  rule: WholeRule,
  provenance: Provenance,
  hosts: ReadonlySet<string>,
): Judgement | undefined {
  // No untrusted text was read, so nothing can have steered the model.
  if (!rule.isGuarded || provenance.isClean) return undefined;
  const spoken = rule.whose === 'user' ? provenance.user : provenance.spoken;
  const isRequested = rule.asksFor === undefined || spoken.match(rule.asksFor);
  const tainted = [...taintedValues(call, rule, provenance, hosts)];
  const [first] = tainted;
  if (isRequested && first === undefined) return undefined;
  const isOpen =
    isRequested ||
    rule.isUnlabelled ||
    (rule.delegates !== undefined && provenance.user.match(rule.delegates));
  if (first !== undefined) {
    const kind = isOpen ? rule.onTainted : 'deny';
    const { reason, code } = provenance.isForgetful ? FORGOTTEN : TAINTED;
    const verdict = refusal(kind, `The argument ${first.argument} of ${call.name} ${reason}`, code);
    const kept = tainted.filter(({ guard }) => guard.remember === 'session');
    return { verdict, remembered: kept.map(({ value }) => value) };
  }
  if (rule.onUnrequested === 'allow') return undefined;
  const reason = `The user did not ask for ${call.name}, and text that is not trusted was read before`;
  const verdict = refusal(
    isOpen && !rule.isUnlabelled ? 'ask' : rule.onUnrequested,
    reason,
    'not_requested',
  );
  return { verdict, remembered: [] };
}

const TAINTED = {
  reason: 'comes from a source that is not trusted, and the user did not name it',
  code: 'tainted_argument',
};
/** After text was forgotten, a value that is not known to be trusted may come from it. */
const FORGOTTEN = {
  reason:
    'may come from a source that is not trusted: more was read than this session still remembers',
  code: 'taint_forgotten',
};

function refusal(kind: Refusal, reason: string, code: string): AskVerdict | DenyVerdict {
  // An equal call is the same question, so its answer is remembered for the chat.
  return kind === 'ask' ? ask(reason, { remember: 'chat' }) : deny(reason, { code });
}
